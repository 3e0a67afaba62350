# While SMs are dealt, they take CTAs as they were dealt before.
s/: state_q != ST_DEAL \&\& |(kid/: |(kid/
