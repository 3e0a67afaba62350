# The smallest tile counts as the largest.
s/left > size_q/left < size_q/
