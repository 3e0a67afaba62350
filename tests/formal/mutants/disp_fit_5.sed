# Answers are kept when a kernel is launched.
s/ \&\& !(|start_i) \&\& !start_q/ \&\& !(|start_i)/
