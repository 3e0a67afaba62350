# While SMs are assigned, they accept CTAs of their former owners.
s/: !splits \&\& |(kid/: |(kid/
