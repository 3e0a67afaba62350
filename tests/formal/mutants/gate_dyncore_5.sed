# The dispatcher may sleep while SMs are being visited.
s/ || finds;/;/
