# A part of a block is let through.
s/block_q == b\[CNT_W-1:0\] \&\& (m == b ||/block_q <= b[CNT_W-1:0] \&\& (m == b ||/
