# What is reported at the edge at which a counter is taken is lost.
s/more  = data\[g\*N +: N\];/more  = data[g*N +: N] \& kept;/
