# The lowest SM is not summed.
s/(q = 0; q < 10;/(q = 1; q < 10;/
