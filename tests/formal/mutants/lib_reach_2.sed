# The highest bit of twice the step is lost.
s/{step, 1.b0} \& {W+1{twice_i}}/{1'b0, step[W-2:0], 1'b0} \& {W+1{twice_i}}/
