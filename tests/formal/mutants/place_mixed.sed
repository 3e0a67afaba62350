# A refused offer passes back to the lowest entry, past the others.
s/|behind ? behind \& (~behind + K_ONE) : first/first/
