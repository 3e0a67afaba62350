# A pop does not shift the words behind the oldest piece.
s/else if (pop) word_q\[k\*V +: V\] <= word_q\[(k + 1)\*V +: V\];//
