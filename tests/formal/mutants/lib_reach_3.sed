# A level steps as soon as its inner neighbour is at its end.
s/&end_i\[LEVELS-1:l+1\]/end_i[l+1]/
