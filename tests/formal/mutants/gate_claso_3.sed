# The credits are written while an SM may still be picked.
s/ || close; /; /
