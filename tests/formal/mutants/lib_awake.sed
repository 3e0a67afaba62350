# A sleeping kernel is not woken by an event.
s/(~idle | {KERNELS{change_q}})/~idle/
