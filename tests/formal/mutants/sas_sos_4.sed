# A loop begins with the width of the one before.
s/width_q <= (|param_tasks_i) ? 3'd0 : WIDEST;/;/
