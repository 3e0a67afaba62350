# A read that is refused is answered as if it were not.
s/r_err_q  <= rd_err_i/r_err_q  <= 1'b0/
