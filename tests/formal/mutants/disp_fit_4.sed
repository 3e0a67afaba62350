# A CTA gets a slot that the limit keeps from it.
s/may_i(usable_q \& ~shut_i)/may_i(usable_q)/
