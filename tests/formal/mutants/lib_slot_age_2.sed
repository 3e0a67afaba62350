# The freed slot gets the last rank: a CTA that starts there is not the youngest.
s/if (stay_q\[c\]) last = last - RANK_ONE;/;/
