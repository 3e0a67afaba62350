# The previous loop's end ends the loop that starts.
s/rest_i && !start_q && !(write && start)/rest_i/
