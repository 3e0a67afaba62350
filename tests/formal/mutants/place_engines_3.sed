# Within an engine the lowest-numbered candidate is picked.
s/\.key_i(~had_q)/.key_i({SMS{1'b0}})/
