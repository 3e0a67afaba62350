# The next group is the first of the block again.
s/climb = ours && |(others & above);/climb = 1'b0;/
