# T_max is taken from the kernel one stage behind.
s/(KNOWN-1)\*KERNELS +: KERNELS\]), .data_i(tmax_i)/(KNOWN-2)*KERNELS +: KERNELS]), .data_i(tmax_i)/
