# An addend at the edge that reads its counter is lost.
s/more  = data\[g\*N +: N\];/more  = data[g*N +: N] \& ~taken;/
