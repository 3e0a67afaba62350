# The pick is for the kernel asked about now, not for the one that was checked.
s/load_i \&\& held;/load_i;/
