# The group grants any warp that competes, not the one whose turn it is.
s/assign gnt_o   = gnt_d;/assign gnt_o   = stay ? pool_i \& mates \& (~(pool_i \& mates) + W_ONE) : gnt_d;/
