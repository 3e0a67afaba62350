# The list changes in cycles without a competing warp.
s/if (|ready_i || EVERY != 0) begin/if (1'b1) begin/
