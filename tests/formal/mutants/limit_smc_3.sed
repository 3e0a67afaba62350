# An SM takes CTAs of either of the pair.
s/|(kid \& (own_q\[o\] ? a_q : b_q))/|(kid \& (a_q | b_q))/
