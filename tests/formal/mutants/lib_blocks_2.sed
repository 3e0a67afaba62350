# A block goes on where its kernel has no CTA left.
s/keep_q & {SMS{live_i}}/keep_q/
s/open \&\& live_i}}/open}}/
