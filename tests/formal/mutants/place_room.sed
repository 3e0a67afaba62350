# The SM picked now enters the tournament again.
s/offer \& ~best_q;/offer;/
