# Nobody is let through.
s/beyond & ~(quiet_q & {SMS\*SLOTS{free_q}})/beyond/
