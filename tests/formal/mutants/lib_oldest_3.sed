# The kernel loses its turn when one that ranks before it is launched, although stay_i is high.
s/wire stays = stay_i && |(hot_q & live_i);/wire stays = 1'b0;/
