# The descriptor of a busy entry can be written.
s/ \&\& !wr_busy \&\& level_ok)/ \&\& level_ok)/
