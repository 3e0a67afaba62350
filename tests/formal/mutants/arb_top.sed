# The valid flag follows the request instead of the choice.
s/gnt_valid_q <= |gnt_d;/gnt_valid_q <= |ready_i;/
