# The place stage sees the kernel table's next CTA of another kernel.
s/\.sel_i(sel_kid_q), \.grid_x_o/.sel_i(live), .grid_x_o/
s/\.step_i(kid_pick), \.sel_i(sel_kid_q)/.step_i(kid_pick), .sel_i(live)/
