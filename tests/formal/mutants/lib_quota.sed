# One member more than the quota.
s/ranks\[i\*R_W +: R_W\]} < left;/ranks[i*R_W +: R_W]} <= left;/
