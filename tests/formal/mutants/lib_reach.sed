# An end that is met exactly is taken for below it.
s/{cry\[W-1:0\], 1.b1}/{cry[W-1:0], 1'b0}/
