# A level moves as soon as its neighbour is at the end.
s/&end_i\[LEVELS-1:l+1\]/end_i[l+1]/
