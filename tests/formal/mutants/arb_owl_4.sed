# A CTA that has ended stays above the others in its slot.
s/above_q\[c\*SLOTS +: SLOTS\] & ~stop & /above_q[c*SLOTS +: SLOTS] \& /
