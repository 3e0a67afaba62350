# The end of a row is ignored.
s/x_end \&\& y_end \&\& z_end;/x_end \&\& z_end;/
