# A part of a block is let through.
s/block_i == b\[CNT_W-1:0\] \&\& (m == b ||/block_i <= b[CNT_W-1:0] \&\& (m == b ||/
