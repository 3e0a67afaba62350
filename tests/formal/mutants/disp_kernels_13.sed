# Kernels of lower priority do not learn that the launched one ranks before them.
s/| (launch_i & {KERNELS{lower\[k\]}});/;/
