# The queue closes up by nothing: the tail is given to several warps.
s/borrow   = behind;/borrow   = {WARPS{1'b0}};/
