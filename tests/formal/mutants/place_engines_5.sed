# A round that begins forgets the SMs of all engines.
s/had_q \& ~(mine \& {SMS{again}})/had_q \& ~{SMS{again}}/
