# Any value is taken.
s/ : wr_data_i == wr_plain);/ : 1'b1);/
