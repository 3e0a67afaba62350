# Ranks are counted over half of the warps below.
s/for (d = 1; d < WARPS; d = d \* 2) begin/for (d = 1; d * 2 < WARPS; d = d * 2) begin/
