# A CTA that stands in the booking register when Tb changes gets a slot of now.
s/(late_q \&\& (fresh_q || stand_i))/(late_q \&\& fresh_q)/
