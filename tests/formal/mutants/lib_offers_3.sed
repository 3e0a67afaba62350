# The turn passes between the CTAs of a block.
s/|others \&\& !(|rest_o) ?/|others ?/
