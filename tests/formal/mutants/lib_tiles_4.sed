# A tile ends with its first plane.
s/used = x_end \&\& y_end \&\& !(|z_left)/used = x_end \&\& y_end/
