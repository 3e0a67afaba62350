# The dispatcher may sleep while tiles are computed.
s/ || (held \&\& !there)//
