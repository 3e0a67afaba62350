# SMs without a tile of their own are never picked.
s/(own | {SMS{there \&\& !valid}})/own/
