# A sleeping kernel is not woken by an event.
s/(~idle_q | {KERNELS{change_q}})/~idle_q/
