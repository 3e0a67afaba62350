# An answer that does not know of the pick before it stands.
s/ || (new_q \&\& kid_q == ok_kid_i));/);/
