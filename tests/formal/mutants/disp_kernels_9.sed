# A kernel that waits for a place never gets one.
s/enter = (live_q \& place \& ~in_q) |/enter =/
