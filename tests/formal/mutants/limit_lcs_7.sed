# The counts of all slots are summed, not those of the kernel.
s/\& {INST_W{member_q\[y\]}}//
