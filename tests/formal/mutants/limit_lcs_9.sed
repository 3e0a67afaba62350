# T_max is that of the kernel a stage behind.
s/(KNOWN-1)\*KERNELS +: KERNELS\]), .data_i(tmax_i)/(KNOWN-2)*KERNELS +: KERNELS]), .data_i(tmax_i)/
