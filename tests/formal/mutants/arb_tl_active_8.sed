# A warp that leaves and, as the list is short, is active again is not granted.
s/back\[i\] || (steps.*/1'b0;/
