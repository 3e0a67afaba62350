# The pointer moves only when warp 0 competes.
s/\.adv_i(1.b1)/.adv_i(pool_i[0])/
