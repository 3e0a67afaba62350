# An index that is not taken is lost.
s/wire step = valid_q && index_ready_i;/wire step = valid_q;/
