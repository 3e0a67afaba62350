# CTAs are picked before the SMs have tiles.
s/load_i \&\& held \&\& ready_q;/load_i \&\& held;/
