# A starting warp inherits the stall of the last one with its number.
s/start_i\[s\] ? 6'd0 : stall_d/stall_d/
