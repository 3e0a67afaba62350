# The step to the next row is that of a wide tile.
s/x_end \&\& !wide}/x_end \&\& wide}/
