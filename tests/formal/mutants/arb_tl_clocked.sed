# It sorts only in cycles with a competing warp.
s/.EVERY(1)/.EVERY(0)/
