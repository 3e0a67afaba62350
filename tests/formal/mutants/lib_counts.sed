# A carry ends at the last bit of what is added.
s/carry = (had \& more) | (carry \& (had | more));/carry = had \& more;/
