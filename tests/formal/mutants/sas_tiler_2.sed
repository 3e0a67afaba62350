# A level wraps to the first tile, not to the beginning of the space.
s/end_q\[l\] ? loop_lower_i/end_q[l] ? loop_first_i/
