# All SMs may drain.
s/ && !lowest\[SMS-1-m\]//
s/drain_q \& {SMS{some}};/drain_q;/
