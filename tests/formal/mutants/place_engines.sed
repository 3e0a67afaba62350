# The engine in turn is not waited for.
s/= cand_i \& mine_q/= cand_i/
