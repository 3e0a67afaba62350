# A launch goes ahead although the kernel's partition has no SM.
s/!(|(none_i \& wr_hot)) \&\& //
