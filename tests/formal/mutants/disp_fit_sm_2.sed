# A pick takes nothing.
s/free_amt_i : ~book_amt_i)/free_amt_i : {AMT_W{1'b1}})/
