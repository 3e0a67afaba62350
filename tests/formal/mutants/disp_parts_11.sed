# Built without partitions, it accepts a write to one.
s/{KERNELS{wr_in \&\& PARTITIONS != 0}}, rd_hot/{KERNELS{wr_in}}, rd_hot/
