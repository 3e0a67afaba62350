# What is known of the largest is taken to stand when CTAs go.
s/stale_q <= take_i || (stale_q/stale_q <= (stale_q/
