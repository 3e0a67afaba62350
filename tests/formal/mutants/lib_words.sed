# A word that stays is left.
s/else if (!stay_i) step_q/else step_q/
