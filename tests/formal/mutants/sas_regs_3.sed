# A loop starts with a tile behind its end.
s/first < lower || first >= upper/first < lower/
