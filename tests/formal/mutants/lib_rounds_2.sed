# A new round forgets the kernel that begins it.
s/had_q\[s\*KERNELS +: KERNELS\] <= turn;/had_q[s*KERNELS +: KERNELS] <= {KERNELS{1'b0}};/
