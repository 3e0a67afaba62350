# A block is known to fit before all of its CTAs are summed up.
s/room \&\& whole/room/
