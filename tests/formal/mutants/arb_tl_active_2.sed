# A waiting warp stays active.
s/leaves\[i\] = .*/leaves[i] = 1'b0;/
