# Two CTAs are let through on what is left for one.
s/~{SMS{voids}}/~{SMS{1'b0}}/
