# Inputs are numbered from one.
s/((k >> b) \& 1)/(((k + 1) >> b) \& 1)/
