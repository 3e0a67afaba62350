# An empty space has tiles.
s/EMPTY:   state_q <= (|far) ? REST : state_q + 3'd1;/EMPTY:   state_q <= SINGLE;/
