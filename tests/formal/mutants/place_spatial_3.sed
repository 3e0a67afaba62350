# An SM is dealt while a block is open there.
s/free\[s\] \&\& !open\[s\]/free[s]/
