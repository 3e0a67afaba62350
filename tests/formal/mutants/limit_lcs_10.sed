# A later kernel's launch clears sat_o of all kernels.
s/(sat_q | sat) \& ~start_i/(sat_q | sat) \& ~{KERNELS{|start_i}}/
