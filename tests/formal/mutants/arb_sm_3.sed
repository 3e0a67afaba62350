# The last scheduler is not heard.
s/s < SCHEDS; s = s + 1) asks/s < SCHEDS - 1; s = s + 1) asks/
