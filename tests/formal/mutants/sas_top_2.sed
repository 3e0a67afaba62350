# none_i is asserted while an SM asks.
s/.none_i(none)/.none_i(none || ask[s])/
