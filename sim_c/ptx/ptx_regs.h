/* ptx_regs.h - places the virtual registers of a kernel in the register file of a warp. */
#ifndef CTADEL_PTX_PTX_REGS_H
#define CTADEL_PTX_PTX_REGS_H

#include "ptx/ptx_build.h"

/* Calls fn for each register operand of u; is_def: a result. The guard counts as a source. */
typedef void ptx_operand_fn(void *ctx, uint32_t reg, bool is_def);
void ptx_each_reg(const ptx_kernel_t *k, const ptx_uop_t *u, ptx_operand_fn *fn, void *ctx);

/* Gives every register an offset; registers with disjoint live ranges may share one. */
bool ptx_place_regs(ptx_parser_t *ps);

#endif
