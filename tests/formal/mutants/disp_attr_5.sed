# The preferred cluster has size 0.
s/ || rd_word == W_PREFERRED//
