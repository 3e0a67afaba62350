# A word at an address that is not a multiple of four is read.
s/READABLE\[rd_word\] \&\& rd_addr_i\[1:0\] == 2.d0/READABLE[rd_word]/
