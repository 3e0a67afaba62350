# Paused warps compete whenever an unpaused one is not ready, instead of only when none is.
s/assign yield_o = |free;/assign yield_o = \&free;/
