# The oldest block goes before the next group of the same one.
s/if (ours)$/if (1'b0)/
