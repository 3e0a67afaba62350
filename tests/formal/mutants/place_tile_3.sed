# The dispatcher may sleep while tiles are computed.
s/ || (held \&\& !ready_q)//
