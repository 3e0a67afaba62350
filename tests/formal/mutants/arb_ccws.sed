# Who is held back loads all the same.
s/pool_i & ~(load_i & block_q)/pool_i/
