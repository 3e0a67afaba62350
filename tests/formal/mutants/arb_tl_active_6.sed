# After the grant of a warp that has moved up, the set does not rotate.
s/if (next\[i\]) past\[n\] = .*/if (1'b0) past[n] = 1'b0;/
