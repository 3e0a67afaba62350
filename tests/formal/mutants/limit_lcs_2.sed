# Less than a block stays less than a block.
s/|whole_q ? whole_q : block;/|whole_q ? whole_q : t_q;/
