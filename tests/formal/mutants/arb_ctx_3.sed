# A block keeps the slot of a leader that has ended.
s/partner_q <= heir;/partner_q <= partner_q;/
