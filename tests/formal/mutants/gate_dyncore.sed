# All SMs may drain.
s/ \&\& below;/;/
s/drain_q \& {SMS{some}};/drain_q;/
