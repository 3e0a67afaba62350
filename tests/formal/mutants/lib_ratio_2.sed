# The remainder is not carried into the next stage.
s/take ? less\[W-1:0\] : top\[W-1:0\]/top[W-1:0]/
