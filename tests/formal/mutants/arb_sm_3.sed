# The last scheduler's asks are ignored.
s/s < SCHEDS; s = s + 1) asks/s < SCHEDS - 1; s = s + 1) asks/
