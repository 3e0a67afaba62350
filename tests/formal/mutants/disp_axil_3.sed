# A refused read answers OKAY.
s/r_err_q  <= rd_err_i/r_err_q  <= 1'b0/
