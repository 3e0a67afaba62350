# Init works while a kernel is busy.
s/W_CTRL:     wr_ok = .*/W_CTRL:     wr_ok = 1'b1;/
