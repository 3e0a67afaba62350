# The winner keeps its turn.
s/turn_q <= ~(gnt_o | (gnt_o - ONE))/turn_q <= ~(gnt_o - ONE)/
