# A kernel sleeps on when something changes.
s/\.change_i(change_i), \.stands_i/.change_i(1'b0), .stands_i/
