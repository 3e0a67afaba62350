# Two CTAs are let through on what is left for one.
s/{SMS{pick \&\& alone_i}}/{SMS{1'b0}}/
