# The last word of an entry is taken for an attribute.
s/\&\& READABLE\[wr_word\] //
