# The sum is not cleared between windows.
s/act = act_q \& {ACT_W{!over_q}};/act = act_q;/
