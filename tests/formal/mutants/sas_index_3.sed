# The outer levels move with the innermost one, not when it is at its end.
s/.end_i(end_q)/.end_i(end_q | {1'b1, {LEVELS-1{1'b0}}})/
