# A pick that stands is lost to the next one.
s/book_d = stand ? book_q : pick_sm_i/book_d = pick_sm_i/
