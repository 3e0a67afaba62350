# What is not known fits.
s/ \&\& !need_q\[AMT_W-1\];/;/
