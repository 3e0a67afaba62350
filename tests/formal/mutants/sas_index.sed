# The end is seen one index late in a level that has several.
s/.once_i(setup_q), .twice_i(!setup_q)/.once_i(1'b1), .twice_i(1'b0)/
