# The search for the next group starts at the first one.
s/from = from_first(ahead);/from = from_first(awake);/
