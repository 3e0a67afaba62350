# The lowest SM is not added up.
s/(q = 0; q < 10;/(q = 1; q < 10;/
