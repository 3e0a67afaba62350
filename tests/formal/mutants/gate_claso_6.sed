# Credits stay valid when SMs are reassigned, on SMs that the kernel may have lost.
s/({KERNELS{deals_i}} \& ~pend_q)/({KERNELS{1'b0}} \& ~pend_q)/
