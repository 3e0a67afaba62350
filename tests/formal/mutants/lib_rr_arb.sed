# The winner keeps its turn.
s/req_i ^ req_neg/req_i | req_neg/
