# The operands do not decide: every offered warp competes.
s/\.ready_i(offer & ok_o)/.ready_i(offer)/
