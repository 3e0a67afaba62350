# The second group counts the free amounts of the first.
s/free_i\[g\*AMT_W +: N\*AMT_W\]/free_i[0 +: N*AMT_W]/
