# Ranks are those of before the last start.
s/plane = rank_d\[/plane = rank_q[/
