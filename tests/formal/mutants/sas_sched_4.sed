# The scheduler asks for a tile while the generator walks one.
s/: idle \&\& |waits;/: |waits;/
