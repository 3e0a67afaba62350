# An aborted entry with nothing in flight never ends.
s/assign fin_o    = ends .*/assign fin_o    = ends;/
