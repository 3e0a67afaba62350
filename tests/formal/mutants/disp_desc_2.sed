# A grid without depth is launched.
s/ *\&\& |start_z_o \&\& |wr_amt/ \&\& |wr_amt/
