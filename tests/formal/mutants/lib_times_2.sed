# What a set bit takes is not subtracted.
s/rest    = diff & ~guard_i;/rest    = rest;/
