# A warp that leaves and, as the list is short, is active again is not granted.
s/left\[i\] = back.*/left[i] = 1'b0;/
