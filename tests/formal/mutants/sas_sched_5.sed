# The chosen context changes while its tile is on the way.
s/!ask_q \&\& !(|(next_q & waits))/!(|(next_q \& waits))/
