/* ptx_regs.h - places the virtual registers of a kernel in the register file of a warp, and numbers them. */
#ifndef CTADEL_PTX_PTX_REGS_H
#define CTADEL_PTX_PTX_REGS_H

#include "ptx/ptx_build.h"

enum { PTX_NUMBERS = 255 /* R0 to R254 of SASS; R255 reads as zero */ };

/* Calls fn for each register operand of u; is_def: a result. The guard counts as a source. */
typedef void ptx_operand_fn(void *ctx, uint32_t reg, bool is_def);
void ptx_each_reg(const ptx_kernel_t *k, const ptx_uop_t *u, ptx_operand_fn *fn, void *ctx);

/* Special registers are never written, so nothing waits for them; the stack pointer is. */
static inline bool ptx_is_awaited(const ptx_reg_t *r) { return !r->sreg || r->sreg == SR_STACK; }

/* Gives every register an offset and a live range; registers with disjoint live ranges may share an offset. */
bool ptx_place_regs(ptx_parser_t *ps);

/* Gives every register its scoreboard number, after ptx_place_regs: below PTX_NUMBERS unless more are live at once. */
bool ptx_number_regs(ptx_parser_t *ps);

#endif
