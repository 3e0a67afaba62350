# A band with the extra row counts as one without.
s/more\[1\] ? band_more_q : band_q/band_q/
