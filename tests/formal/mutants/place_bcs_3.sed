# The gate sees even block sizes only.
s/assign block_o      = block;/assign block_o = block \& ~1'b1;/
