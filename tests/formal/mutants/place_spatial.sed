# SMs of a kernel without CTAs left stay with it.
s/all_q || !(|(own_q\[s\*KERNELS +: KERNELS\] & live_i))/all_q/
