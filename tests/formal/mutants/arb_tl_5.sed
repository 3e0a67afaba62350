# The search for the next group starts at the first one.
s/first = (|ahead) ? ahead : awake;/first = awake;/
