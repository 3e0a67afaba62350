# The next group is the first of the block again.
s/cand   = |(same \& above) ? same \& above : same;/cand   = same;/
