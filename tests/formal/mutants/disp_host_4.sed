# A kernel is launched although its partition has no SM that receives CTAs.
s/\.none_i(part_none)/.none_i({KERNELS{1'b0}})/
