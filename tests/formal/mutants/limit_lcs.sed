# A decision is replaced by a later one.
s/ \&\& open\[n\*KERNELS + m\])/)/
