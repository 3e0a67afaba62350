# A kernel asks with warps that do not compete.
s/{KERNELS{|(pool_i & warps_i\[c\*WARPS +: WARPS\])}}/{KERNELS{|warps_i[c*WARPS +: WARPS]}}/
