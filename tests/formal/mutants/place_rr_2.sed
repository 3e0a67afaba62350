# SMs answer when no kernel has CTAs left.
s/want_valid_o = {SMS{|cur}}/want_valid_o = {SMS{1'b1}}/
