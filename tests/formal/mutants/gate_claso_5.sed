# Requests the size of entry 0, whichever entry is computed.
s/assign ask_o  = calc_q;/assign ask_o  = {{KERNELS-1{1'b0}}, |calc_q};/
