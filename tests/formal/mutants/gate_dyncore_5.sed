# The dispatcher may sleep while SMs are being visited.
s/ || scan_q\[0\];/;/
