# A slot that is taken again while ranks close up keeps the rank of the CTA before.
s/if (pick_sm_i\[n\] && pick_hot\[k\])/if (pick_sm_i[n] \&\& pick_hot[k] \&\& !left)/
