# A CTA that leaves gives nothing back.
s/free_q + free_amt_i/free_q/
