# Picks for the kernel offered now, not for the one that was checked.
s/ \&\& cand_kid_i\[KID_W-1:0\] == cur_kid;/;/
