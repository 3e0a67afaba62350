# A CTA that lost its mates counts as a block of several.
s/pair  = |(team_q \& many);/pair  = 1'b1;/
