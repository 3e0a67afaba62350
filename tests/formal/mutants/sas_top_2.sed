# An SM is told that there is none while it asks.
s/.none_i(none)/.none_i(none || ask[s])/
