# A saturated counter freezes the other kernels of its SM too.
s/stop\[k\] = free\[k\] && |(near \& map_i.*/stop[k] = free[k] \&\& |near;/
