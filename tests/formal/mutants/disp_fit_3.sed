# A block fits before all of its CTAs are summed up.
s/(whole \&\& !over)/!over/
