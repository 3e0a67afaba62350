# An entry that is not busy is aborted.
s/wr_busy \&\& !wr_launch :/!wr_launch :/
