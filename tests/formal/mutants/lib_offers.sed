# A pick relies on the answer about the offer before.
s/settled_q <= stood_q & ~moves_i/settled_q <= ~moves_i/
