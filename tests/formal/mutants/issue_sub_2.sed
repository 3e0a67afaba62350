# The unit learns of an issue one cycle late, from the registered grant.
s/\.gnt_i(gnt_d)/.gnt_i(gnt_q)/
