# Picks for the kernel offered now, not for the one that was checked.
s/ |(cur & was_q);/ |cur;/
