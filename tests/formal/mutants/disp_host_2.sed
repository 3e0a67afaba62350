# A policy's refusal of a write is not asked for.
s/regs_wr_err \&\& desc_wr_err \&\& wr_err_i/regs_wr_err \&\& desc_wr_err/
