# A loop starts with a first tile behind its end.
s/first < lower || first >= upper/first < lower/
