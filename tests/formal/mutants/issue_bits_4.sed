# The stall counter starts at the whole stall.
s/wait_for\[3:0\] - 4'd1/wait_for[3:0]/
