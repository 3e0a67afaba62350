# With two schedulers groups are as large as with one.
s/scheds_i\[1\] \&\& PAIR/scheds_i[1] \&\& ALONE/
