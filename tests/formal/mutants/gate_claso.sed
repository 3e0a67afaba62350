# Two SMs receive the last global credit.
s/alone_o = alone;/alone_o = 1'b0;/
