# CTAs of another SM's tile are picked while tiles are left to give out.
s/{SMS{there \&\& !valid}}/{SMS{there}}/
