# B is dropped without bready.
s/b_valid_q  <= look .*/b_valid_q  <= look;/
