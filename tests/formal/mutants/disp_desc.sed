# The descriptor of a busy entry can be written.
s/: (wr_word < W_CMD || wr_word == W_TMAX) && !wr_busy)/: wr_word < W_CMD || wr_word == W_TMAX)/
