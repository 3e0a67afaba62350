# Slots change their owner while a CTA is on its way to one.
s/state_q == CLOSE \&\& quiet_i/state_q == CLOSE/
