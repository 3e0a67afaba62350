/* assign.h - assigns control bits to instructions that have none, as an assembler does: stall counts for results of
 * fixed latency, dependence counters for the others.
 *
 * A block begins where a warp may come from elsewhere than from the instruction before (frontend_inst_t). What is
 * pending at a jump or before such a begin is waited for there, so that blocks depend on nothing but their own
 * instructions: results of fixed latency by the stall of the last instruction, counters by the wait mask of the first.
 * A path that continues behind a jump that is not taken inherits what is pending.
 *
 * Six counters are handed out to the instructions of variable latency that are open; when none is free, the one that
 * was reserved last is shared, and its waiters wait for all of its instructions. An instruction whose latency a stall
 * cannot express gets a counter as well. LD/ST instructions read their sources late and get a counter for that if a
 * source is overwritten before their result is waited for.
 *
 * Source: R. Huerta et al. (MICRO 2025), section 4, on what compilers write; the rule for blocks is own. */
#ifndef CTADEL_CONTROL_ASSIGN_H
#define CTADEL_CONTROL_ASSIGN_H

#include "base/err.h"
#include "config/machine.h"
#include "isa/frontend.h"

/* Control bits of instructions in the order of frontend_ops_t.code, for an SM with stages; if all instructions have
 * some, as those of a trace may, these with the instructions' operands. `regs`: all register numbers are below it.
 * False: err, out of memory, or some have control bits and others not. */
bool control_assign(const sm_cfg_t *cfg, const frontend_inst_t *code, uint32_t count, uint32_t regs,
                    inst_control_t *out, err_t *err);

#endif
