# The carry stops at the addend's last bit.
s/carry = (had \& more) | (carry \& (had | more));/carry = had \& more;/
