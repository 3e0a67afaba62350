# An SM that holds no open block is offered beside the one that does.
s/|keep_i ? keep_i & fit_i : ok_q & ~hold_q/(keep_i \& fit_i) | (ok_q \& ~hold_q)/
