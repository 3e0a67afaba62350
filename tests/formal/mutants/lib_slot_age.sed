# No rank moves up when a CTA leaves.
s/lend = behind & ~stay_q;/lend = {SLOTS{1'b0}};/
