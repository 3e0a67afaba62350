# The leader that wins enters the first round again.
s/(wins\[t\] \&\& !stays) ? others : first/first/
