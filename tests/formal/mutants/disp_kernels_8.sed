# One kernel more than there are places runs.
s/place\[a\] = ahead < pool_i/place[a] = ahead <= pool_i/
