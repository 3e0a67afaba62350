# The turn passes in every cycle in which another kernel asks.
s/assign serve_o = |(asks & turn_q) ? turn_q : pool/assign serve_o = pool/
