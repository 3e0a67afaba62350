# An SM without a tile counts as having one when the largest is looked for.
s/more = |(look_q & held_q) && (/more = |look_q \&\& (/
