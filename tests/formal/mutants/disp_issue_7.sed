# A CTA is booked on an SM in the cycle in which another leaves it.
s/free \&\& !leave_q/free/
