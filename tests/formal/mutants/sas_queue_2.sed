# What is behind the oldest piece stays where it was.
s/else if (pop) word_q\[k\*V +: V\] <= word_q\[(k + 1)\*V +: V\];//
