# A kernel's own SMs do not serve it while another kernel has them.
s/(own | (~claimed_q \& {SMS{borrows}}))/(own \& ~claimed_q | (~claimed_q \& {SMS{borrows}}))/
