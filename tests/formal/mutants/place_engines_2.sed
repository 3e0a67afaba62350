# An engine with CTAs passes the turn on.
s/(holds | book_sm_i)/book_sm_i/
