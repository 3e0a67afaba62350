# A round that begins forgets the SMs of all engines.
s/~(mine_q \& {SMS{picked/~({SMS{picked/
