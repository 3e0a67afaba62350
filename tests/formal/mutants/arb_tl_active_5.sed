# The list begins with the first place, whichever was granted last.
s/assign prior\[.*/assign prior[p*A +: A] = below[p*A +: A];/
