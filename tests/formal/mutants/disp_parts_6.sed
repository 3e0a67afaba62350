# An SM that receives no CTAs serves kernels.
s/may_q <= sm_enable_i \& (own/may_q <= (own/
