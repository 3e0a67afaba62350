# A score of the cutoff or more alone does not reach it.
s/presses = over || /presses = /
