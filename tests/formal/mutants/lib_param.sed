# A parameter takes whatever its bits hold.
s/ \&\& wr_data_i <= MAX;/;/
