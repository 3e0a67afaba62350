# The tiles of the former kernel stay.
s/\.clk_i(clk_i), \.rst_ni(work), \.enable_i/.clk_i(clk_i), .rst_ni(rst_ni), .enable_i/
