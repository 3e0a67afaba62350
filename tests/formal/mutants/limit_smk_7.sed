# A kernel of higher priority than a seated one waits for a seat.
s/ || passes\[want_kid_i\])/)/
