# An answer that does not know of the pick before it stands.
s/alone_i \&\& (pick || new_q)/alone_i \&\& pick/
