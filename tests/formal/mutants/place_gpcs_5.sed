# Another GPC's memory of its last SM is lost.
s/(after_q \& ~mine) | (mine \&/(mine \&/
