# A kernel that does not borrow uses the SMs of others.
s/assign borrows = |(want \& borrow_i);/assign borrows = 1'b1;/
