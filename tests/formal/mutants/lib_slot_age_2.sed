# The slot that was left goes behind all others: a CTA that takes it is not next in age.
s/if (stay_q\[c\]) last = last - RANK_ONE;/;/
