# An SM is reassigned while it has an open block.
s/free\[s\] \&\& !open\[s\]/free[s]/
