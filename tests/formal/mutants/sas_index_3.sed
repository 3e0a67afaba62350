# The outermost level moves with its neighbour, not when that is at its end.
s/&end_q\[LEVELS-1:l+1\]/\&end_q[LEVELS-1:l+1] || l == 0/
