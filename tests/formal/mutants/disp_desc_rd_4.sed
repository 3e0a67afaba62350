# An entry whose CTAs have all been issued is still in ISSUE.
s/|(~live_i \& (busy_i | done_i) \& rd_hot)/|(done_i \& rd_hot)/
