# The operands do not decide: every offered warp competes.
s/\.ready_i(offer_i & ok_o)/.ready_i(offer_i)/
