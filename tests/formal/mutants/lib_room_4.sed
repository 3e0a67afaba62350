# An SM that is being counted enters again.
s/ & ~known_q & ~staged/ \& ~known_q/
