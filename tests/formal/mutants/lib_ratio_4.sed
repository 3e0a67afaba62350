# The result may be a part of a block.
s/block_q == b\[CNT_W-1:0\] \&\& (m == b ||/block_q <= b[CNT_W-1:0] \&\& (m == b ||/
