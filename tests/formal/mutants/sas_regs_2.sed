# An edge of 0 is accepted.
s/ || wr_row == W_EDGE\[WORD_W-1:2\]//
