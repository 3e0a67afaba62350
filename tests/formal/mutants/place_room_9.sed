# A leader keeps the score with which it became one.
s/.data_i(key\[LO\*KEY_W +: N\*KEY_W\])/.data_i({N{lead_key_q[t*KEY_W +: KEY_W]}})/
