# Who waits in the queue may become active.
s/wire \[WARPS-1:0\] fit    = ~active_q & ~waits;/wire [WARPS-1:0] fit    = ~active_q;/
