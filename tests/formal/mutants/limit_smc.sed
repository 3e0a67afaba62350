# The search for n goes below 1.
s/|| n_a_q == CNT_ONE;/;/
