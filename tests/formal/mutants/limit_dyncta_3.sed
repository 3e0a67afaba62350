# The CTA with rank n runs as well.
s/(rank_b & {SLOTS{!n_b\[p\]}});/(rank_b \& {SLOTS{!n_b[p]}} \& {SLOTS{|p}});/
