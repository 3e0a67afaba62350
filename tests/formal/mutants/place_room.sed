# The SM picked now enters the tournament again.
s/offer & ~pick_sm_o & /offer \& /
