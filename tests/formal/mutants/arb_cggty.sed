# Age is not mirrored: the oldest CTA goes first, with its highest warp.
s/older_i\[k\*SLOTS + c\];/older_i[c*SLOTS + k];/
