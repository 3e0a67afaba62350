# T_max is that of the kernel a stage behind.
s/(LAST-1)\*KERNELS +: KERNELS\]), .data_i(tmax_i)/(LAST-2)*KERNELS +: KERNELS]), .data_i(tmax_i)/
