# A report of an empty slot goes unnoticed.
s/bad_o      = take_o \&\& /bad_o      = 1'b0 \&\& /
