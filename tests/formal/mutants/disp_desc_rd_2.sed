# Words that do not exist are read without an error.
s/ \&\& READABLE\[rd_word\]//
