# The answer does not wait for bready.
s/b_valid_q <= commit .*/b_valid_q <= commit;/
