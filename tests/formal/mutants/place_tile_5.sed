# No CTA is picked before all tiles have been given out.
s/(own | {SMS{there/(own \& {SMS{there/
