# Limits see the capacity as written, not as loaded by the last init.
s/\.cap_i(held), \.guard_i(GUARD)/.cap_i(cap), .guard_i(GUARD)/
