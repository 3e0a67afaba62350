# What is worked out for an aborted kernel goes on.
s/wire                drop  = .*/wire                drop  = 1'b0;/
