# What is left of a block is counted from its second CTA.
s/left_q <= left - ONE/left_q <= left/
