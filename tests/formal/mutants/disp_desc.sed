# The descriptor of a busy entry can be written.
s/: WRITABLE\[wr_word\] && !wr_busy)/: WRITABLE[wr_word])/
