# While blocks go, a kernel is asked about once.
s/several \&\& !twice_q/1'b0 \&\& !twice_q/
