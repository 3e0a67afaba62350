# A pick of the first kernel does not begin the count anew.
s/ || (picked \&\& |(turn_q \& head))//
