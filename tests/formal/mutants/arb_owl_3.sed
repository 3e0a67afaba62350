# Rank is compared with live CTAs, whether they compete or not.
s/(has & above_q/(live_i \& above_q/
