# A report of an empty slot does not raise bad_o.
s/bad_o       = |sm_q \&\& /bad_o       = 1'b0 \&\& /
