# Picks do not wait until all candidates are known.
s/ctas \&\& |(cand_i \& ~known)/ctas \&\& !(|(cand_i \& known))/
