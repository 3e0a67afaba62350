# A walk under way does not begin anew.
s/else if (go_i) step_q/else if (go_i \&\& !busy_o) step_q/
