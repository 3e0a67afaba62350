# A kernel of which no CTA fits an SM is not stopped.
s/assign stop_o = quit | never_i/assign stop_o = quit/
