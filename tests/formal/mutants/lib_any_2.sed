# The answer is that of this cycle.
s/any_o = |any_q/any_o = |set/
