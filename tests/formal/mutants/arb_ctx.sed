# A CTA that leaves in the cycle in which another starts still counts as older.
s/= live_q & ~stop & ~start;/= live_q \& ~start;/
