# A throttled warp issues loads.
s/ready_i & ~(load_i & block_q)/ready_i/
