# A new launch does not go behind those before it.
s/<= OTHERS;/<= {KERNELS{1'b0}};/
