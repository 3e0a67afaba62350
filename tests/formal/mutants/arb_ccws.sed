# A throttled warp issues loads.
s/pool_i & ~(load_i & block_q)/pool_i/
