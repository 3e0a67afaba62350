s/fails = tried \&\& !fits \&\& least_q == ONE/fails = tried \&\& !fits \&\& !(|least_q)/
