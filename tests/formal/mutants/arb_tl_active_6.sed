# After the grant of a warp that has moved up, the set does not rotate.
s/if (move\[i - A\]) turn = .*/if (move[i - A]) turn = {RANK_W{1'b0}};/
