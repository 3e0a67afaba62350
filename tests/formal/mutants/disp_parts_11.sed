# Built without partitions, it accepts a write to one.
s/{KERNELS{wr_in \&\& PARTITIONS != 0}}/{KERNELS{wr_in}}/
