# A partition of which another word has an SM counts as empty.
s/ || |(wr_has \& ~wr_whot);/;/
