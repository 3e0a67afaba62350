# A block fits before all of its CTAs are summed up.
s/{pend\[i], /{1'b0, /
