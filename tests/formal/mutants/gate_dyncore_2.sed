# SMs come back one by one, without a window's end.
s/((drain_q \& ~at) |/((drain_q >> 1) |/
