# Fits without a look at the slots.
s/ \&\& |open;/;/
