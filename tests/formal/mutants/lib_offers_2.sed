# The turn stays with a kernel as long as it has candidates.
s/= has & live_i & ~turn_q;/= has \& live_i \& ~turn_q \& {KERNELS{!(|(has \& turn_q))}};/
