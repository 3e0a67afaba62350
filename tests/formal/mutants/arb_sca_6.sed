# The oldest block goes before the next group of the same one.
s/same   = cand \& own \& {WARPS{pair}};/same   = {WARPS{1'b0}};/
