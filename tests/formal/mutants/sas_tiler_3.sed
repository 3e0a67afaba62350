# An asker whose tile is on its way is given another one.
s/.req_i(ask_i & ~evt_q)/.req_i(ask_i)/
