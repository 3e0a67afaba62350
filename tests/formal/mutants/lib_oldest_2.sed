# held_o stays high although the kernel has no CTA left.
s/held_q\[1\] && |(hot_q & live_i)/held_q[1]/
