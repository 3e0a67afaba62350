# A CTA that leaves gives nothing back.
s/free_i ? free_amt_i : /free_i ? {AMT_W{1'b0}} : /
