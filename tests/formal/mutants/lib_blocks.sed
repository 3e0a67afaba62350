# Block sizes are even.
s/assign block_o = block;/assign block_o = block \& ~1'b1;/
