# An SM is granted again before its report is processed.
s/turn \& ~sm_q/turn/
