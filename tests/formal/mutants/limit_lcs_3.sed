# A full counter does not stop the counting.
s/ \&\& !full\[s\*KERNELS + k\]}});/}});/
