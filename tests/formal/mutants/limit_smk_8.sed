# A kernel without a seat is not limited, whatever its rank.
s/wire \[KERNELS-1:0\]      passes = (before0 | before1) \& busy;/wire [KERNELS-1:0] passes = busy;/
