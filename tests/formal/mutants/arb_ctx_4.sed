# A CTA follows the leader it names in the cycle in which that one ends.
s/if (live_q\[m\] \&\& !stop\[m\] \&\& cta_start_partner_i/if (live_q[m] \&\& cta_start_partner_i/
