# A word with an open block is passed over, but for the first one.
s/, .go_i(turns), .stay_i(waits)/, .go_i(turns), .stay_i(waits \&\& at[0])/
