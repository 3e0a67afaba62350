# A saturated counter freezes the other kernels of its SM too.
s/frozen\[k\] = undecided\[k\] \&\& |(near \& map_i.*/frozen[k] = undecided[k] \&\& |near;/
