# The widest is never the best.
s/!last ? width_q + 3'd1 : better ? width_q : best_q/!last ? width_q + 3'd1 : best_q/
