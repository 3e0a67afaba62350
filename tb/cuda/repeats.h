/* repeats.h - skips the simulation of repeated launches (--repeat-after). A launch repeats an earlier one if kernel,
 * sizes and arguments are equal and all memory that the earlier one touched holds the same bytes as before it. Its
 * result is written from the record, and it is charged the mean cycles of the simulated ones. */
#ifndef CTADEL_TB_CUDA_REPEATS_H
#define CTADEL_TB_CUDA_REPEATS_H

#include "ptx/ptx.h"
#include "stats/stats.h"

typedef struct cuda_repeats
    cuda_repeats_t; /* NULL is valid: every launch is simulated, and the calls below do nothing */

/* simulate: number of times that a launch is simulated before it is charged, at least 1. Registers "repeats.*" in `s`;
 * `g` and `s` must outlive it. NULL: out of memory. */
cuda_repeats_t *cuda_repeats_create(gmem_t *g, stats_t *s, uint32_t simulate);
void cuda_repeats_destroy(cuda_repeats_t *r); /* NULL is fine */

/* True: k repeats an earlier launch; its result was written and its cycles were charged. Call it while no kernel runs.
 */
bool cuda_repeats_take(cuda_repeats_t *r, const kernel_launch_t *k);
/* The simulation of k begins. alone: no other kernel runs or can begin now. */
void cuda_repeats_begin(cuda_repeats_t *r, kernel_launch_t *k, bool alone);
/* The host may write to device memory while kernels run: the running launch is not recorded. */
void cuda_repeats_disturb(cuda_repeats_t *r);
void cuda_repeats_end(cuda_repeats_t *r, const kernel_launch_t *k, uint64_t cycles); /* k has ended after `cycles` */

uint64_t cuda_repeats_cycles(const cuda_repeats_t *r); /* charged so far */
/* Writes the two lines about repeats for the table; "" without repeats. */
void cuda_repeats_text(const cuda_repeats_t *r, uint64_t simulated_cycles, char *text, size_t bytes);
uint64_t cuda_repeats_count(const cuda_repeats_t *r); /* launches charged so far */

#endif
