# A ratio is rounded to whole CTAs first, then to whole blocks.
s/half \&\& block_i\[0\]/half/
