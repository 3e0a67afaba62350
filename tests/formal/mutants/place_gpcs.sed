# A GPC takes a cluster although an SM too few agrees.
s/total >= {4'd0, ctas};/total + 9'd1 >= {4'd0, ctas};/
