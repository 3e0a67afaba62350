# An elder that leaves in the cycle a CTA starts stays its elder.
s/= live_q & ~stop & ~start;/= live_q \& ~start;/
