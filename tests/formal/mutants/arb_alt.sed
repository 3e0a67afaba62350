# Warps of kernels that are not in turn are granted as well.
s/\.ready_i(ready_i & served)/.ready_i(ready_i)/
