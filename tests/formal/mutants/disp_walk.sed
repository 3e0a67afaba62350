# Rows are not counted.
s/x_end \&\& y_end \&\& z_end;/x_end \&\& z_end;/
