# A yield ends while the sub-core stands still.
s/ || (hold_i && yield_q\[s\] && !start_i\[s\])//
