# Inside a block an SM's offer passes on.
s/book_sm_i \& ~open/book_sm_i/
