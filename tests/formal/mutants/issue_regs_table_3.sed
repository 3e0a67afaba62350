# A result written for one warp clears the register of all.
s/made_i\[p\*REGS +: REGS\] & {REGS{write_warp_i\[p\*WARPS + v\]}}/made_i[p*REGS +: REGS] \& {REGS{|write_warp_i}}/
