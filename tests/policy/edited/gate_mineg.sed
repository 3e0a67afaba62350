# SM 0 is held back too.
s/{SMS{1'b1}} << param_free_i/{SMS{1'b1}} << (param_free_i - 8'd1)/
