# Asks how large entry 0 is, whichever entry is worked on.
s/assign ask_o  = calc_q;/assign ask_o  = {{KERNELS-1{1'b0}}, |calc_q};/
