# A decision is replaced by a later one.
s/|| \&tnew_q\[(n\*KERNELS + m)\*T_W +: T_W\])/|| 1'b1)/
