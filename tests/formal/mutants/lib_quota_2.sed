# The quota falls below 0.
s/less\[QUOTA_W-1:0\] & {QUOTA_W{left > count}};/less[QUOTA_W-1:0];/
