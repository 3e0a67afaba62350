# Under score 2 the free slots decide.
s/param_score_i == SLOTS_FREE) key/param_score_i != 2'd3) key/
