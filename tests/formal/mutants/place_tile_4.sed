# What is offered need not have stood.
s/load_i \&\& held \&\& ready_q;/load_i \&\& ready_q;/
