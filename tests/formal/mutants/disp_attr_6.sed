# An entry behind the last one is taken for one.
s/\&\& {{32-ROW_W{1'b0}}, wr_row} < N_KERNELS$//
