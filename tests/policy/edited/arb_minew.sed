# Warps that lost a line are preferred.
s/pool_i \& ~lost_q/pool_i \& lost_q/
