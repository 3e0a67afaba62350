# Slots beyond the usable ones are handed out.
s/usable_i(usable_q)/usable_i({SLOTS{1'b1}})/
