# Nobody moves up when a CTA leaves.
s/word\[c\*SLOT_W +: SLOT_W\] > gap/word[c*SLOT_W +: SLOT_W] < gap/
