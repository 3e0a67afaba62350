# A pick inside a round does not count.
s/had_q\[s\*KERNELS +: KERNELS\] | turn;/had_q[s*KERNELS +: KERNELS];/
