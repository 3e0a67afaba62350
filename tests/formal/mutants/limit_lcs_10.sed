# A later kernel's launch clears who has saturated.
s/(sat_q | sat) \& ~start_i/(sat_q | sat) \& ~{KERNELS{|start_i}}/
