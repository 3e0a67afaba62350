# The loop ends when one context has been told that no work is left.
s/.rest_i(&piece_none_o)/.rest_i(|piece_none_o)/
