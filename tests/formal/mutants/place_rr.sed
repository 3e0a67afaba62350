# Picks for the kernel offered now, not for the one that was checked.
s/load_i \&\& held;/load_i;/
