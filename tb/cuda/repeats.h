/* repeats.h - launches that do again what an earlier one did (--repeat-after): same kernel, sizes and arguments, and in
 * all memory that the earlier one touched the bytes that it found there. What it leaves behind is known, and it is
 * charged the mean cycles of those that were simulated. */
#ifndef CTADEL_TB_CUDA_REPEATS_H
#define CTADEL_TB_CUDA_REPEATS_H

#include "ptx/ptx.h"
#include "stats/stats.h"

typedef struct cuda_repeats cuda_repeats_t; /* NULL: every launch is simulated, and all below do nothing */

/* simulate: how many times a launch is simulated before it is charged. Registers "repeats.*" in `s`; both outlive it.
 * NULL: out of memory. */
cuda_repeats_t *cuda_repeats_create(gmem_t *g, stats_t *s, uint32_t simulate);
void cuda_repeats_destroy(cuda_repeats_t *r); /* NULL is fine */

/* While no kernel runs. True: the launch has been charged, and memory is as it leaves it. */
bool cuda_repeats_take(cuda_repeats_t *r, const kernel_launch_t *k);
/* A kernel begins; alone: no other runs, or could begin now. */
void cuda_repeats_begin(cuda_repeats_t *r, const kernel_launch_t *k, bool alone);
/* The host has had, or gets, a chance to write to device memory before the kernels that run have ended. */
void cuda_repeats_disturb(cuda_repeats_t *r);
void cuda_repeats_end(cuda_repeats_t *r, const kernel_launch_t *k, uint64_t cycles); /* ... that it took */

uint64_t cuda_repeats_cycles(const cuda_repeats_t *r); /* charged so far */
/* Two lines for the table, or "". */
void cuda_repeats_text(const cuda_repeats_t *r, uint64_t simulated_cycles, char *text, size_t bytes);
uint64_t cuda_repeats_count(const cuda_repeats_t *r); /* launches charged so far */

#endif
