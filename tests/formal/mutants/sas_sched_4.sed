# A tile is asked for while the generator walks one.
s/: idle \&\& |waits;/: |waits;/
