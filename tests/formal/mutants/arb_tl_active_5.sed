# The list begins with the first place, whichever was granted last.
s/prior = past_q\[i\] .*/prior = ~(A_ALL << i);/
