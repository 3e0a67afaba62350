# A GPC is examined while a cluster is under way to it.
s/ || (open_q \&\& gpc_q == gpc)//
