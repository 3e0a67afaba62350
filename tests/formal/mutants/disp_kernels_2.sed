# A new launch does not go behind those before it.
s,<= OTHERS & ~lower;,<= {KERNELS{1'b0}};,
