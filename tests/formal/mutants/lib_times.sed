# A product that exceeds its field fits.
s/ && !over\[at\]//
