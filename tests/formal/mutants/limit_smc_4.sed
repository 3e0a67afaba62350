# While SMs are assigned, they accept CTAs of their former owners.
s/: state_q != ST_DEAL \&\& |(kid/: |(kid/
