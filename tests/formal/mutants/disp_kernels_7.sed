# Only a kernel with CTAs left counts beside another one.
s/!upper \&\& |(busy_o \& ~sel_i)/!upper \&\& |(live_q \& ~sel_i)/
