# All who leave are given the same place.
s/count - leaving + ahead/count - leaving/
