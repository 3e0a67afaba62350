# Tiles go to another SM than the one that asked.
s/.tile_evt_i(tile_evt\[s\])/.tile_evt_i(tile_evt[SMS-1-s])/
