# The payload moves on while it is stalled.
s/valid_q || |(issue_ready_i \& sm_hot_q)/valid_q || |issue_ready_i/
