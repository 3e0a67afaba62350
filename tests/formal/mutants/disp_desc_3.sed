# A launch goes ahead with no SM enabled.
s/!sm_none_i \&\& //
