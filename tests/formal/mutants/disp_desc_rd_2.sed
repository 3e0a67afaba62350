# Words that no entry has are read as well.
s/ \&\& READABLE\[rd_word\]//
