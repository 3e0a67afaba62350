# The credits are written while somebody may still be picked.
s/ \&\& !close;/;/
