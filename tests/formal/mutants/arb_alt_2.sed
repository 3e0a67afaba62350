# A kernel asks if it has a warp that does not compete.
s/{KERNELS{|(pool_i & warps_i\[c\*WARPS +: WARPS\])}}/{KERNELS{|warps_i[c*WARPS +: WARPS]}}/
