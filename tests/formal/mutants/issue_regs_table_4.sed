# A warp without pending writes is idle, though instructions will still read its registers.
s/idle_o\[w\] = !(|(pend | some));/idle_o[w] = !(|pend);/
