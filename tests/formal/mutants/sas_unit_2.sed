# Writes that the registers refuse are done.
s/.wr_err_i(wr_err)/.wr_err_i(1'b0)/
