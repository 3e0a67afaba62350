# A borrow stops at the lower half.
s/if (low_0_q\[j\])/if (1'b0)/
