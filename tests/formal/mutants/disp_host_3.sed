# Gates see the block of the kernel that is booked, not of the one they ask about.
s/\.sel_i(ask_i), \.data_i(block_i)/.sel_i(book_khot_i), .data_i(block_i)/
