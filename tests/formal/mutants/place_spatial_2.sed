# The SM assigned last is lost.
s/visit_q << 1)/visit_q << 1 \& {1'b0, {SMS-1{1'b1}}})/
