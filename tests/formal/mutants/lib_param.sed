# A parameter accepts values above MAX.
s/ \&\& wr_data_i <= MAX;/;/
