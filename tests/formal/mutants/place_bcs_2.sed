# The end of the grid leaves the block open.
s/{CNT_W{open \&\& held}}/{CNT_W{open}}/
s/keep_q \& {SMS{held}}/keep_q/
