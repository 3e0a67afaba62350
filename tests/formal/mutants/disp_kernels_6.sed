# The order of kernels is kept for entries outside the pool, too.
s/wire upper = |(in_q & earlier & ~sel_i);/wire upper = |(earlier \& ~sel_i);/
