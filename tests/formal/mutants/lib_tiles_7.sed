# A tile goes to an SM that has one.
s/req_i(bare)/req_i(enable_i)/
