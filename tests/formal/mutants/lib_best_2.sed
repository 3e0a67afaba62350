# The winner of a four is not passed up.
s/ \& {W + 1{first\[i\]}}/ \& {W + 1{i % 4 == 0}}/
