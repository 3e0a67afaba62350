# Places of warps that do not exist change like the others.
s/if (|absent) /if (1'b0) /
