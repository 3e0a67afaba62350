# The loop changes while it is busy.
s/there && !busy_q && !zero/there \&\& !zero/
