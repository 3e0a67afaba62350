# The greatest value is refused.
s/wr_data_i <= wr_par_max/wr_data_i < wr_par_max/
