# The group goes on with anyone who competes, whoever's turn it is.
s/assign gnt_o = gnt_d;/assign gnt_o = stay ? pool_i \& mates \& (~(pool_i \& mates) + W_ONE) : gnt_d;/
