# held_o is ignored.
s/load_i \&\& held;/load_i;/
