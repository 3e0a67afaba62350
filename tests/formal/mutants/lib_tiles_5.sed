# The largest tile is not searched again after CTAs were taken.
s/stale_q <= take_i || (stale_q/stale_q <= (stale_q/
