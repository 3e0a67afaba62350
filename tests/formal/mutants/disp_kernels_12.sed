# A kernel that is launched goes behind those of lower priority, too.
s/<= OTHERS & ~lower;/<= OTHERS;/
