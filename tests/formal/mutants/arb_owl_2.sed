# A CTA that ends in the cycle another starts still counts as a member of its group.
s/room = live_i \& ~closed_q \& ~stop;/room = live_i \& ~closed_q;/
