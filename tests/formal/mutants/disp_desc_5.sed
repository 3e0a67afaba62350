# A kernel with a priority is launched although the place policy wants launch order.
s/ \&\& !(in_order_i \&\& |wr_level);/;/
