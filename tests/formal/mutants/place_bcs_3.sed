# An SM accepts one CTA more if T_max is even.
s|cur_tmax_q  <= tmax_d|&  \| 1'b1|
