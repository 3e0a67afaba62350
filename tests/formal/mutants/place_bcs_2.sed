# The end of the grid leaves the block open.
s/== ONE || last_i) ?/== ONE) ?/
