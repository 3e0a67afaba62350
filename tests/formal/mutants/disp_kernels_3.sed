# Entries that are DONE stay so over an init.
0,/done_q  <= {KERNELS{1'b0}};/s/done_q  <= {KERNELS{1'b0}};/done_q  <= rst_ni ? done_q : {KERNELS{1'b0}};/
