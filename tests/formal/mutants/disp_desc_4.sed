# An entry that is not busy is aborted.
s/wr_busy \&\& !wr_data_i\[0\]/!wr_data_i[0]/
