# CTAs of 1-D kernels go in blocks as well.
s/\.two_d_i(two_d_i)/.two_d_i({KERNELS{1'b1}})/
