# A queue with room for one word is chosen again while that word is pushed.
s/(free & ~next_q)/free/
