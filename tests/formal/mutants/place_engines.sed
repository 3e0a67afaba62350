# The engine in turn is not waited for.
s/= cand_i \& mine/= cand_i/
