# A partial write reaches the registers.
s/wr_valid_o = commit \&\& w_full/wr_valid_o = commit/
