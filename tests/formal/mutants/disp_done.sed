# A report of an empty slot goes unnoticed.
s/bad_o       = |sm_q \&\& /bad_o       = 1'b0 \&\& /
