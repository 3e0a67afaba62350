# A result written for one warp clears the register of all.
s/made\[p\*REGS +: REGS\] & {REGS{write_hot\[p\*WARPS + v\]}}/made[p*REGS +: REGS] \& {REGS{write_evt_i[p]}}/
