# An event is no reason to stay awake.
s/still_q     <= still \&\& !evt;/still_q     <= still;/
