# A kernel of higher priority than a seated one waits for a seat.
s/ || passes\[want_kid_i\[o\*KID_W +: KID_W\]\])/)/
