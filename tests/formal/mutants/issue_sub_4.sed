# A warp issues while the sub-core stands still.
s/wire \(.*\) offer = offer_i & {WARPS{!hold_i}};/wire \1 offer = offer_i;/
