# The CTA that ranks last below n is paused, too.
s/            above = {SLOTS{1'b0}};/            above = {SLOTS{1'b1}};/
