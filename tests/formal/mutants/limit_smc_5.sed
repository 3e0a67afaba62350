# n of the former pair stays a kernel's limit.
s/n_a_q    <= (tmax_a < MOST) ? tmax_a : MOST;/n_a_q    <= n_b_q;/
