# The second warp of a table gets the events of the first.
s/assign read_warp\[e\*N +: N\] = read_hot\[e\*WARPS + t +: N\];/assign read_warp[e*N +: N] = {N{read_hot[e*WARPS + t]}};/
