# The end of the grid leaves the block open.
s/left == ONE || last_i;/left == ONE;/
