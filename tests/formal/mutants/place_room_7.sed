# The winner is lost while the booking register is taken.
s/else if (!stays) /else /
