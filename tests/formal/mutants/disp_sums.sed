# A block fits before all of its CTAs are summed up.
s/{several\[i\] \&\& !known_q\[i\], /{1'b0, /
