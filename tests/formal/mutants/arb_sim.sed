# The start of a CTA counts as its end: the greedy warp is cleared too early.
s/\.cta_end_evt_i(cta_end_evt_i)/.cta_end_evt_i(cta_start_evt_i)/
