# Warps are not mirrored within a CTA: the youngest CTA goes first, with its lowest warp.
s/\[WARPS-1-w\]/[w]/; s/WARPS-1-w\];/w];/
