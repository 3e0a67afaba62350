# The last SM refuses every CTA.
s/ok_o = {SMS{1'b1}}/ok_o = {SMS{1'b1}} >> 1/
