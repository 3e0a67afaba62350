# A push that coincides with a pop writes one word too far.
s/wire \[DEPTH-1:0\] more  = whole_i ? TILE : {stay\[DEPTH-2:0\], 1'b1};/wire [DEPTH-1:0] more  = whole_i ? TILE : {used_q[DEPTH-2:0], 1'b1};/
