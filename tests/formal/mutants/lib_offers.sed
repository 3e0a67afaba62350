# A pick is made for the kernel whose answers come in the next cycle.
s/: asked \& live_i;/: ask_q \& live_i;/
