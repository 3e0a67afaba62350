# The valid flag follows the request instead of the choice.
s/gnt_valid_q <= any;/gnt_valid_q <= |ready_i;/
