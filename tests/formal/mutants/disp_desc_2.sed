# A grid without depth is launched.
s/ *\&\& |wr_z \&\& |wr_amt/ \&\& |wr_amt/
