# SMs are disabled while a kernel runs.
s/is_sm \&\& !(|busy_i);/is_sm;/
