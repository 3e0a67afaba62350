# A reservation for read and write of the same counter counts once.
s/{1'b0, ctl_q\[v\] && ctl_read\[c\]} + {1'b0, ctl_q\[v\] && ctl_write\[c\]}/{1'b0, ctl_q[v] \&\& (ctl_read[c] || ctl_write[c])}/
