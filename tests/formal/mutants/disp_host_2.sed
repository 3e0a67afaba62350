# A CTA that stands to be booked counts in every cycle.
s/wire \[KERNELS-1:0\] pick = book_kid_i & {KERNELS{book_i}};/wire [KERNELS-1:0] pick = book_kid_i;/
