# A carry is lost.
s/data\[4\*i\*IN_W +: IN_W\]}       +/data[4*i*IN_W +: IN_W]}       |/
