# The CTA's own age counts, not its block's.
s/block   = led_by(s\[SLOT_W-1:0\]);/block   = warps_i[s*WARPS +: WARPS];/
