# SM 0 decides for all even when it is disabled.
s/(on \& (~on + SM_ONE))/SM_ONE/
