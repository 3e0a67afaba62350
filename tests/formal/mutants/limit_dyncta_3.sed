# The last CTA within n is paused as well.
s/            above = {SLOTS{1'b0}};/            above = {SLOTS{1'b1}};/
