# The CTAs in flight count as completed.
s/rd_issued - rd_flight/rd_issued/
