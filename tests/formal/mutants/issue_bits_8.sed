# The instruction in Control stands still too, and reserves in each cycle.
s/ctl_q   <= gnt_i;/if (!hold_i) ctl_q <= gnt_i;/
