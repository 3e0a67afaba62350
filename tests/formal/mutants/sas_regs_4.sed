# The last loop's end is taken for that of the one that starts.
s/rest_i && !start_q && !(write && start)/rest_i/
