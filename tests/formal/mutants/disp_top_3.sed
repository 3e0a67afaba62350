# Limits see T_max as the CTAs per block.
s/\.two_d_i(two_d), \.tmax_i(tmax), \.block_i(block_q),/.two_d_i(two_d), .tmax_i(tmax), .block_i(tmax),/
