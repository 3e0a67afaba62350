# The last tile of a level is not clipped.
s/end_q\[l\] ? upper : next/next/
