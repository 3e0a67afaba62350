# The split leaves the later kernel without an SM.
s/wire can_up   = .*/wire can_up   = |others;/
