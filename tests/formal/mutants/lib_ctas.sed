# A grid counts the CTAs of one of its planes.
s/= x \* y \* z/= x * y/
