# A count goes on although a CTA is booked on its SM meanwhile.
s/at_q\[(CNT_W - 1)\*SMS +: SMS\] & ~event_sm/at_q[(CNT_W - 1)*SMS +: SMS] \& ~(gave_i | other_i)/
