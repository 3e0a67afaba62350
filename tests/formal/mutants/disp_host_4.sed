# A kernel is launched although no SM is enabled.
s/\.sm_none_i(sm_none)/.sm_none_i(1'b0)/
