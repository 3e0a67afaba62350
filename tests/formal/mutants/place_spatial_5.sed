# A turn beyond the last kernel's does not go back to the first.
s/(sum >= {1'b0, of}) ? sum - {1'b0, of} : sum;/sum;/
