# A parameter takes whatever fits its bits.
s/ \&\& wr_data_i <= wr_par_max;/;/
