# An acknowledge in the cycle of a completion swallows it.
s/((irq_q \& ~clear_o) | fin_i)/((irq_q | fin_i) \& ~clear_o)/
