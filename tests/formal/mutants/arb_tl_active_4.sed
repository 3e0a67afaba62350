# Places of warps that do not exist change like the others.
s/if (|absent) begin/if (1'b0) begin/
