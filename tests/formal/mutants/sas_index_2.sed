# A level of one value has a second one after a wrap.
s/end_q\[l\] ? single_q\[l\] : far\[l\]/!end_q[l] \&\& far[l]/
