# held_o is ignored.
s/load_i \&\& held \&\& ready_q;/load_i \&\& ready_q;/
