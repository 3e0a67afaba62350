# Warps of kernels that are not in turn are granted as well.
s/\.pool_i(pool_i & served)/.pool_i(pool_i)/
