# An SM counts as claimed if a kernel without CTAs left has it.
s/ \& {SMS{live\[c\]}})/)/
