# An SM does not prefer its own tile.
s/from  = |(sm_i \& held_q) ? sm_i : spare/from  = spare/
