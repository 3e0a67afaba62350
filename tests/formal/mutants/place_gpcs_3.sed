# An SM is picked although the booking register cannot take it.
s/open_q \&\& held \&\& en_i \&\& load_i;/open_q \&\& held \&\& en_i;/
