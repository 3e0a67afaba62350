# Sources ignore how many consumers a register has: the count wraps.
s/full  = full | pend;/full  = pend;/
