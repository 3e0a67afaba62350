# The resource tracker subtracts a CTA in every cycle in which it stands in the booking register, booked or not.
s/\.pick_slot_o(pick_slot), \.pick_i(book)/.pick_slot_o(pick_slot), .pick_i(|book_sm)/
