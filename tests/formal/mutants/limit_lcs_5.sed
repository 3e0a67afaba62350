# The count of a CTA that left is the start of the next one's.
s/: done_sm_i\[i\] \&\& done_slot_i == j\[SLOT_W-1:0\]/: 1'b0/
