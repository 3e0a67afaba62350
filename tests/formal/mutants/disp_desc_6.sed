# Built without priorities, it accepts the write of one.
s/ \&\& !wr_busy \&\& level_ok)/ \&\& !wr_busy)/
