# n falls to 0.
s/(fall_q\[d\] \&\& |n_was)/fall_q[d]/
