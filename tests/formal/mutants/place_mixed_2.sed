# Falls asleep while offers still pass on.
s/(busy || (awake/(busy \&\& (awake/
