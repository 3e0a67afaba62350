# The smaller child is the maximum.
s/\*W +: W\] > max_q/*W +: W] < max_q/
