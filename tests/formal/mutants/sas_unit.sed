# The loop ends when one context has piece_none_o.
s/.rest_i(&piece_none_o)/.rest_i(|piece_none_o)/
