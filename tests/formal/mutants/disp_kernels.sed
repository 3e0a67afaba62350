# The end of a kernel is missed when its last two CTAs complete one after the other.
s/out_q\[i\*OUT_W +: OUT_W\] == ONE/out_q[i*OUT_W +: OUT_W] == ONE + ONE/
