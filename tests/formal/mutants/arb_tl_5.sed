# The next group is looked for from the first one on.
s/first = (|ahead) ? ahead : awake;/first = awake;/
