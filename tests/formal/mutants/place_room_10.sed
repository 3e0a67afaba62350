# The old leader counts among the others.
s/others\[i\] \&\& !(team\[j\] \&\& !was\[j\])/others[i] \&\& !team[j]/
