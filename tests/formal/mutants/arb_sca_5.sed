# A group whose member stalls may be selected again at once.
s/others = pool_i & ~team_q;/others = pool_i;/
