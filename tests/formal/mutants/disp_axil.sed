# The answer does not wait for bready.
s/b_valid_q  <= look .*/b_valid_q  <= look;/
