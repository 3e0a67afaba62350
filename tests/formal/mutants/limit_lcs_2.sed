# A saturated counter freezes the other kernels of its SM too.
s/full\[s\*KERNELS + k\] = |(near \& map_i.*/full[s*KERNELS + k] = |near;/
