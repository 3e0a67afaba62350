# Of equals the widest stays.
s/cycles_q < least_q;/cycles_q <= least_q;/
