# A waiting warp stays active.
s/leaves\[i\] = |(seat \& waits)/leaves[i] = 1'b0/
