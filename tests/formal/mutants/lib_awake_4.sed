# An event in the cycle of the answer is lost.
s/{KERNELS{!stale_q}} \& ~wakes/{KERNELS{!stale_q}}/
