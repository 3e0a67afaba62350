# The sum goes on from the last window's.
s/act = act_q \& {ACT_W{!over_q}};/act = act_q;/
