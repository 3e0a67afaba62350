# The candidates below the preferred SM are taken first.
s/(|wanted \&\& !idle_q) ? wanted : cand_i/(|wanted \&\& !idle_q) ? cand_i : wanted/
