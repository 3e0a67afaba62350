/* ptx_assemble.h - what NVIDIA's assembler, ptxas, does to PTX and changes the time of a kernel most. For machines with
 * sm.code ptxas; others execute PTX as it is written. Call ptx_join_loads and ptx_order between ptx_reconverge and
 * ptx_finish.
 *
 * Not modelled: instructions that ptxas makes several of (f32 division by the IEEE rules is about ten) or one of two
 * (an address sum and its load), unrolled loops, guards in place of branches, registers that run short. */
#ifndef CTADEL_PTX_PTX_ASSEMBLE_H
#define CTADEL_PTX_PTX_ASSEMBLE_H

#include "ptx/ptx_build.h"

/* Of each register, by id: the largest n up to PTX_ALIGN_MAX for which all its values are known to be multiples of 2^n.
 * The caller frees it. NULL: out of memory. */
enum { PTX_ALIGN_MAX = 4 };
uint8_t *ptx_alignments(const ptx_parser_t *ps);
/* The same of an operand: a register or a constant, with the registers' alignments. */
uint32_t ptx_operand_alignment(const ptx_kernel_t *k, const uint8_t *alignments, uint32_t ref);

/* Two or four loads of ld.shared that stand in one basic block and read the words of an aligned 8 or 16 bytes become
 * one load in the place of the first, if between them no instruction writes shared memory or waits for other threads,
 * and none uses the registers that are loaded early. */
bool ptx_join_loads(ptx_parser_t *ps);

/* Orders the instructions of each basic block so that those on the longest path of latencies come first and a result is
 * used late. What depends on each other, and what other threads may see, stays in order. */
bool ptx_order(ptx_parser_t *ps);

#endif
