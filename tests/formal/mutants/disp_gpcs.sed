# The map changes while a kernel runs.
s/!wr_in || busy_i/!wr_in/
