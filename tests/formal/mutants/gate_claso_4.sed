# The computation for an aborted kernel continues.
s/wire                drop  = .*/wire                drop  = 1'b0;/
