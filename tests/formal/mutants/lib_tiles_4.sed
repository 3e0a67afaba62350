# A tile counts as empty one CTA too early.
s/{used, lid_o} = {shown\[ROW_W-1\]/{used, lid_o} = {row_d[ROW_W-1]/
