# A member counts itself.
s/j < i; j/j <= i; j/
