# The capacity in slots is ignored.
s/usable_q <= ~(.*/usable_q <= {SLOTS{1'b1}};/
