# An asker whose tile is on its way receives another one.
s/.req_i(ask_i & ~evt_q)/.req_i(ask_i)/
