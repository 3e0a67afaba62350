# The slot is the lowest usable one, in use or not.
s/usable_q & ~pick_used;/usable_q;/
