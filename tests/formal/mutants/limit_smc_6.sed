# The later kernel has the larger half.
s/half = (sms + ONE_MORE) >> 1/half = sms >> 1/
