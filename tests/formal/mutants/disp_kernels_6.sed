# A later kernel is told apart from entries that are not in the pool, too.
s/wire upper = |(in_q & earlier & ~sel_i);/wire upper = |(earlier \& ~sel_i);/
