# A kernel is launched although its partition has no SM that receives CTAs.
s/assign none_o\[k\] = .*/assign none_o[k] = all_sms_i \&\& !(\&full[k*WORDS +: WORDS]);/
