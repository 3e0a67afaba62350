# Of equal keys, the highest number wins.
s/ >= entry/ > entry/
