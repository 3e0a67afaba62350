# The last global credit goes to two SMs.
s/alone_o = alone;/alone_o = 1'b0;/
