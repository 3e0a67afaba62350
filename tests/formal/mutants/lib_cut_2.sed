# An axis shorter than its number of tiles is not cut short.
s/|quot_q\[LO +: W\] ? by\[g\*BY_W +: BY_W\] : rest/by[g*BY_W +: BY_W]/
