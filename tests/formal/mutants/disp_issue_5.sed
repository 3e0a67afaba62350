# An SM is offered again before its counts know of the pick.
s/ & ~book_q & / \& /
