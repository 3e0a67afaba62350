# The dispatcher may sleep while SMs are looked at.
s/ || scan_q\[0\];/;/
