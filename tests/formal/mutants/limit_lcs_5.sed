# A CTA starts with the count of the one that left its slot.
s/if (book_slot_i == j\[SLOT_W-1:0\])/if (1'b0)/
