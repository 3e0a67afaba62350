# An SM is asked again before its report has been worked off.
s/valid_i \& ~sm_q/valid_i/
