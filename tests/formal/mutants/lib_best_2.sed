# The winner of a pair is not passed up.
s/lower\[n\] ? entry\[2\*n\*/1'b1 ? entry[2*n*/
