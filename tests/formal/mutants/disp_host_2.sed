# A CTA that stands to be booked counts in every cycle.
s/wire \[KERNELS-1:0\] booked = book_khot_i & {KERNELS{book_i}};/wire [KERNELS-1:0] booked = book_khot_i;/
