# A borrower does not leave an SM when its owner has CTAs to dispatch.
s/(~claimed_q \& {SMS{borrows}})/{SMS{borrows}}/
