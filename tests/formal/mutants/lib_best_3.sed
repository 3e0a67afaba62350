# The last of a four loses to the first only.
s/for (j = 4\*f; j < i; j/for (j = 4*f; j < i - (i % 4 == 3 ? 2 : 0); j/
