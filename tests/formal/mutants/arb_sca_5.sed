# A group whose member stalls may be selected again at once.
s/cand = |others ? others : pool_i;/cand = pool_i;/
