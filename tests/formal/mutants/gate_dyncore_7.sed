# An init leaves SMs off.
s/all_on = fresh || (over_q/all_on = !rst_ni || (over_q/
