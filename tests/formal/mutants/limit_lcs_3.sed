# A counter about to overflow does not freeze the others.
s/{undecided\[k\] \&\& !frozen\[k\]}/{undecided[k]}/
