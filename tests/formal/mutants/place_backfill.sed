# A kernel behind passes although the first one may find an SM.
s/wire \[KERNELS-1:0\] may = head_q/wire [KERNELS-1:0] may = {KERNELS{1'b1}} | head_q/
