# An SM is offered again before its counts know of the pick.
s/ & ~pick_q$//
