# A parameter changes while a kernel runs.
s/wr_hit \&\& !lock_i/wr_hit/
