# Places change in cycles nobody competes in.
s/change = |pool_i \&\& /change = /
