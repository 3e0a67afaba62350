# Rounded up beyond the most there may be.
s/quot >= most_i ? most_i : up/up/
