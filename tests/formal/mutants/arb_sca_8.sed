# The warps of a block do not follow when its leader ends.
s/(heirs & {WARPS{cta_end_heir_i\[b\]}})/(heirs \& lead_q[b*WARPS +: WARPS])/
