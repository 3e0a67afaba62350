# Two CTAs are let through on what is left for one.
s/{SMS{alone_i \&\& (pick || new_q)}}/{SMS{1'b0}}/
