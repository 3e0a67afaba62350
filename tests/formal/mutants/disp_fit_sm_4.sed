# One CTA of a block is counted.
/assign ahead_o/s/need_i\[AMT_W-2 -: CNT_W\] - CNT_ONE/CNT_ONE - CNT_ONE/
