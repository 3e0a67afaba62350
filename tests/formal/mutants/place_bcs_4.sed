# A launch of higher priority tears an open block.
s/\.stay_i(|rest_o)/.stay_i(1'b0)/
