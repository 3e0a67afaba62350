# A kernel sleeps on when something changes.
s/{KERNELS{change_q}})/{KERNELS{1'b0}})/
