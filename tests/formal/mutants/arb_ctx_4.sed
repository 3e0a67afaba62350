# A CTA joins the leader that it names in the cycle in which that leader ends.
s/if (live_q\[m\] \&\& !stop\[m\] \&\& cta_start_partner_i/if (live_q[m] \&\& cta_start_partner_i/
