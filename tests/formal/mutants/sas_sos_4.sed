# A loop starts with the width of the previous one.
s/width_q <= (|param_tasks_i) ? 3'd0 : WIDEST;/;/
