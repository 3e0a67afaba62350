# An event in the cycle of its warp's visit is lost.
s/((owed_q & ~moved) | victim_evt_i) & ~gone/(owed_q | victim_evt_i) \& ~moved \& ~gone/
