# An outdated answer makes a kernel sleep.
s/!any_i \&\& !stale_q/!any_i/
