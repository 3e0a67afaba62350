# Of equal widths the widest wins.
s/cycles_q < least_q;/cycles_q <= least_q;/
