# A counter about to overflow does not freeze the others.
s/{free\[k\] \&\& !stop\[k\]}/{free[k]}/
