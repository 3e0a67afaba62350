# A report of an empty slot goes unnoticed.
s/bad_q <= |ready_o \&\& /bad_q <= 1'b0 \&\& /
