# ok_o stays high while an SM's ranks are outdated.
s/ && !closing\[b\]//
