# A CTA goes to an SM of another kernel.
s/cand_i\[s\] \&\& |(own_q\[s\*KERNELS +: KERNELS\] \& turn)/cand_i[s]/
