# The last part is left out.
s/p < PARTS;/p < PARTS - 1;/
