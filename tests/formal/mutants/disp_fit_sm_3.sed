# What is not known fits.
s/ \&\& !need_i\[AMT_W-1\];/;/
