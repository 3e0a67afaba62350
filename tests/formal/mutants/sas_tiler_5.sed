# An empty space has tiles.
s/EMPTY:   state_q <= (|far) ? NONE : SINGLE;/EMPTY:   state_q <= SINGLE;/
