# The start of a CTA takes for its end: the greedy warp is forgotten too early.
s/\.cta_end_evt_i(cta_end_evt_i)/.cta_end_evt_i(cta_start_evt_i)/
