# A register that an instruction names in two sources counts twice when they have been read.
s/used\[j\*REGS +: REGS\] | (R_ONE/used[j*REGS +: REGS] ^ (R_ONE/
