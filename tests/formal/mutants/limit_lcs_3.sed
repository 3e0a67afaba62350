# A counter about to overflow does not freeze the others.
s/ \&\& !full\[s\*KERNELS + k\]}});/}});/
