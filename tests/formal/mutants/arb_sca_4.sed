# The CTA's own age counts, not its block's.
s/asks | (S_ONE << partner_i\[s\*SLOT_W +: SLOT_W\])/asks | (S_ONE << s)/
