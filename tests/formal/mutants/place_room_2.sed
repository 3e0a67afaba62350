# The winner of the previous cycle is picked although it is no candidate any more.
s/best_q & cand_i & /best_q \& /
