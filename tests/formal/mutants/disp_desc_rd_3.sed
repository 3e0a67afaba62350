# The registers of a CTA are read a bit too low, with the guard of its threads.
s/rd_amt\[WARPS_W+THREADS_W+2 +/rd_amt[WARPS_W+THREADS_W+1 +/
