# A warp behind the active set is granted though it does not move up.
s/\&\& leaving > i\[.*/\&\& 1'b1;/
