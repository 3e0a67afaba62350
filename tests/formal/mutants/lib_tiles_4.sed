# A tile counts as used up a CTA too early.
s/{used, lid_o} = {shown\[ROW_W-1\]/{used, lid_o} = {row_d[ROW_W-1]/
