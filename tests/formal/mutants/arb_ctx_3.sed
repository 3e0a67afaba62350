# A block keeps the slot of a leader that has ended.
s/rest\[n\] ? heir : partner_q\[/rest[n] ? partner_q[n*SLOT_W +: SLOT_W] : partner_q[/
