# Fits without a look at the slots.
s/ && |(usable_i & ~used);/;/
