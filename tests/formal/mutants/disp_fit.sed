# Slots beyond the usable ones are handed out.
s/may_i(usable_q \& ~shut_i)/may_i(~shut_i)/
