# A counter of a word is shown in another's place.
s/value_o\[(n%WORD)\*W + v\] | (count_q/value_o[v] | (count_q/
