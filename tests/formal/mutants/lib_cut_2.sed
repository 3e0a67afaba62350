# An axis shorter than its number of tiles is not cut short.
s/|quot_q\[LO +: W\] ? among : rest/among/
