# The smallest is taken for the largest.
s/left > size_q/left < size_q/
