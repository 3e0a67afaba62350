# An SM is asked again before its report has been worked off.
s/turn \& ~sm_q/turn/
