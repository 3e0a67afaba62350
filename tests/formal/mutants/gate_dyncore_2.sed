# SMs come back one by one, without a window's end.
s/if (!low) drain_q <= {SMS{1'b0}};/;/
s/(drain_q \& ~at_q) |/(drain_q >> 1) |/
