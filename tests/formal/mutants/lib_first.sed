# Kernels outside the set count as well.
s/!(|(set_i & before_i\(.*\)));/!(|(before_i\1));/
