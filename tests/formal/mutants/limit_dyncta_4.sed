# An SM takes a CTA while its ranks do not say how many it has.
s/ && !closing\[b\]//
