# After the grant of a warp that has moved up, the set does not rotate.
s/{A{next\[i-A\]}}/{A{1'b0}}/
