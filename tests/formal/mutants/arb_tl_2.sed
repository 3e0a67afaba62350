# All groups share one pointer.
s/turn_q <= (turn_q \& ~crew) |/turn_q <=/
