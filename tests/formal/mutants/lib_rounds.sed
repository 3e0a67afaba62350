# An SM is offered to the kernel that it has just served.
s/|asked \&\& !(|(had_q.*/|asked || (1'b0/
