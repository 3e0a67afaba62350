# A partial write reaches the registers.
s/look \&\& w_full_q/look/
