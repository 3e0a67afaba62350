# A ratio is rounded to whole CTAs before it is to whole blocks.
s/half \&\& block_i\[0\]/half/
