# The dispatcher may sleep while tiles are worked out.
s/ || (held \&\& !ready_q)//
