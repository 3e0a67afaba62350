# An SM is offered to the kernel that it has just served.
s/offer\[s\] = !(|(had_q.*/offer[s] = 1'b1;/
