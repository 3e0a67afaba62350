# The turn always passes to the lowest entry that asks.
s/|after ? after : asks;/asks;/
