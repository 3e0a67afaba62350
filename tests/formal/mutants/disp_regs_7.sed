# POOL = 0 is accepted.
s/wr_ok = |wr_data_i \&\& wr_data_i <= N_KERNELS/wr_ok = wr_data_i <= N_KERNELS/
