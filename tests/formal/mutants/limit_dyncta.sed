# n falls to 0.
s/(fall_q && |n_at_q)/fall_q/
