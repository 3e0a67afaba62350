# An SM without a tile counts as having one in the search for the largest.
s/more = |(look_q & held_q) && (/more = |look_q \&\& (/
