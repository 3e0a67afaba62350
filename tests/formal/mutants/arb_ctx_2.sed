# Paused warps compete whenever an unpaused one is not ready, instead of only when none is.
s/assign pool_o  = |free ? free : ready_o;/assign pool_o  = \&free ? free : ready_o;/
