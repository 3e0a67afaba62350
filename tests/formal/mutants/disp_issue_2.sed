# Sleeps one cycle too early.
s/sleep_o       = quiet_q\[2\]/sleep_o       = quiet_q[1]/
