# All SMs may drain.
s/ && |(sm_enable_i & below)//
s/drain_q \& {SMS{some}};/drain_q;/
