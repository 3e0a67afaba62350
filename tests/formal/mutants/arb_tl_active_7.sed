# A warp behind the active set is granted though it does not move up.
s/ && moved\[i-A\]//
