# A queue with room for one word is chosen while it gets that one.
s/(free & ~next_q)/free/
