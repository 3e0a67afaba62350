# The resource tracker subtracts a CTA in every cycle in which it stands in the booking register, booked or not.
s/\.book_slot_o(book_slot), \.book_i(book)/.book_slot_o(book_slot), .book_i(|book_sm)/
