# A single warp is masked.
s/\.pool_i(pool_i), \.gnt_o/.pool_i(pool_i \& (pool_i - F_ONE)), .gnt_o/
