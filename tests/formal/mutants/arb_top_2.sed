# still_o ignores events.
s/still_q     <= still \&\& !evt;/still_q     <= still;/
