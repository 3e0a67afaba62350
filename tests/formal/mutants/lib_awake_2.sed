# An outdated answer makes a kernel sleep.
s/asked_q \& {KERNELS{!stale_q}}/asked_q/
