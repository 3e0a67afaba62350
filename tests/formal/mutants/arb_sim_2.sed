# A single warp is masked.
s/\.ready_i(ready_i), \.held_i/.ready_i(ready_i \& (ready_i - F_ONE)), .held_i/
