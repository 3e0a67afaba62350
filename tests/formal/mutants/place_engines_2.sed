# An engine with CTAs passes the turn on.
s/(agree_i | holds | book_sm_i)/(agree_i | book_sm_i)/
