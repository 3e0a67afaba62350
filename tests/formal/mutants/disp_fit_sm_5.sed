# A CTA that comes does not void the answer.
s/keep_i \&\& fit_o \&\& !pick_i;/keep_i \&\& fit_o;/
