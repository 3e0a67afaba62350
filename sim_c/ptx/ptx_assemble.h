/* ptx_assemble.h - what NVIDIA's assembler, ptxas, does to PTX and changes the time of a kernel most. For machines with
 * sm.code ptxas; others execute PTX as it is written. Call ptx_join_loads and ptx_order between ptx_reconverge and
 * ptx_finish.
 *
 * Not modelled: instructions that ptxas makes several of (f32 division by the IEEE rules is about ten) or one of two
 * (an address sum and its load), unrolled loops, guards in place of branches, registers that run short. */
#ifndef CTADEL_PTX_PTX_ASSEMBLE_H
#define CTADEL_PTX_PTX_ASSEMBLE_H

#include "ptx/ptx_build.h"

/* How an instruction may move among others. */
typedef enum {
    KIND_PURE,  /* reads and writes registers only */
    KIND_LOAD,  /* reads memory that other threads do not change meanwhile */
    KIND_STORE, /* writes memory */
    KIND_FIXED  /* nothing passes it: it waits for other threads, they may see it, or it reads a clock */
} ptx_kind_t;
ptx_kind_t ptx_kind_of(const ptx_uop_t *u);

/* Of each register, by id: the largest n up to PTX_ALIGN_MAX for which all its values are known to be multiples of 2^n.
 * The caller frees it. NULL: out of memory. */
enum { PTX_ALIGN_MAX = 4 };
uint8_t *ptx_alignments(const ptx_parser_t *ps);
/* The same of an operand: a register or a constant, with the registers' alignments. */
uint32_t ptx_operand_alignment(const ptx_kernel_t *k, const uint8_t *alignments, uint32_t ref);

/* Two or four loads of 4 bytes, or two of 8, by ld.shared without a guard, of one type and at offsets from one register
 * or variable, become one load in the place of the first if they read the words of an aligned 8 or 16 bytes; if they
 * stand in one basic block, at most 512 micro-ops apart; and if between them nothing is KIND_FIXED or writes shared
 * memory, and none uses the registers that are loaded early. */
bool ptx_join_loads(ptx_parser_t *ps);

/* Orders the instructions of each basic block so that those on the longest path of latencies come first and a result is
 * used late. Latencies are a V100's, whatever the machine's. What depends on each other stays in order, and nothing
 * passes a KIND_FIXED; an instruction passes at most 64 older ones. */
bool ptx_order(ptx_parser_t *ps);

#endif
