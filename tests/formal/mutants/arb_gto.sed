# The end of a CTA is compared with the previous greedy warp, not with the one granted now.
s/!rst_ni || |(home_d & stop)/!rst_ni || |(home_q \& stop)/
