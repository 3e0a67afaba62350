# A set smaller than ACTIVE rotates as if it were full.
s/turn, active\[/turn, SET[/
