# A CTA of another kernel leaves the count of its SM as it is.
s/(known_q & ~other_i)/known_q/
