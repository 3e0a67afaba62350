s/(sum\[0\] == cap_q) ? more_q : sum\[0\]/more_q || (sum[0] \&\& !cap_q)/
