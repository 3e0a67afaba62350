# A released CTA is not added.
s/n_q\[s\*CNT_W +: CNT_W\] + CNT_ONE/n_q[s*CNT_W +: CNT_W]/
