# A value equal to upper counts as below it.
s/{cry\[W-1:0\], 1.b1}/{cry[W-1:0], 1'b0}/
