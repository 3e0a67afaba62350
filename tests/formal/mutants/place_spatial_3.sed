# An SM is reassigned while it has an open block.
s/free\[o\] \&\& !waits/free[o]/
