# A CTA that lost its mates counts as a block of several.
s/pair = pair || (.*/pair = 1'b1;/
