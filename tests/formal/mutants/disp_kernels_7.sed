# Only a kernel with CTAs left counts beside another one.
s/!upper \&\& |(in_q \& ~sel_i)/!upper \&\& |(live_q \& ~sel_i)/
