# The pointer moves only when warp 0 is valid.
s/\.adv_i(1.b1)/.adv_i(valid_i[0])/
