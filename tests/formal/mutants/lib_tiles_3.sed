# The smallest tile counts as the largest.
s/\(left_d\|stood\) > size_q/\1 < size_q/g
