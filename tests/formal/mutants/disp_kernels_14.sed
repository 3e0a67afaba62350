# A waiting kernel does not count those in the pool that rank behind it.
s/in_q\[b\] || (busy_o\[b\] && before_q\[a\*KERNELS + b\])/busy_o[b] \&\& before_q[a*KERNELS + b]/
