# An elder that leaves in the cycle a CTA starts stays its elder.
s/older_q <= live_q & ~stop & ~start;/older_q <= live_q \& ~start;/
