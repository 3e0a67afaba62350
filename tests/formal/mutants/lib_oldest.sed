# held_o rises one cycle too early.
s/held_q\[1\] \&\& /held_q[0] \&\& /
