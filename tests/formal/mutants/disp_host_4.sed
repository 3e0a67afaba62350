# A kernel is launched although its partition has no SM that receives CTAs.
s/\.none_i(part_none | apart)/.none_i(apart)/
