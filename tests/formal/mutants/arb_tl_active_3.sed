# The list moves in cycles without a warp that competes.
s/^        if (|pool_i) begin$/        if (1'b1) begin/
