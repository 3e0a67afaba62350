# A set smaller than ACTIVE turns as if it were full.
s/turn, active\[/turn, SET[/
