# The ranks of a starting CTA begin at 1.
s/= cta_start_warps_i << 1;/= cta_start_warps_i;/
