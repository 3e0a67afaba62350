# The place stage sees the kernel table's next CTA of another kernel.
s/\.sel_i(book_kid), \.grid_x_o/.sel_i(live), .grid_x_o/
s/\.step_i(kid_pick), \.sel_i(book_kid)/.step_i(kid_pick), .sel_i(live)/
