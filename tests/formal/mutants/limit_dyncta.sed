# n falls to nothing.
s/(fall_q && |n_at_q)/fall_q/
