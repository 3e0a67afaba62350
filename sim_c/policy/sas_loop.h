/* sas_loop.h - what a host programs into the task unit for a parallel loop: how it is cut into tiles under each
 * way of handing them out [SAS §III, Table III]. The host divides; the hardware need not. */
#ifndef POLICY_SAS_LOOP_H
#define POLICY_SAS_LOOP_H

#include "isa/frontend.h"
#include "policy/sas.h"

typedef enum {
    TASK_STILE,     /* a tile per SM, its indices to the SM's contexts in turn */
    TASK_ITILE,     /* a tile per context, which iterates it */
    TASK_ITILE_PART /* the same of tiles so small that those of an SM fit its L1D together */
} task_policy_t;

typedef struct {
    task_policy_t policy;
    uint32_t contexts;          /* of each SM, that work; shared evenly by its SIMT groups */
    uint32_t over;              /* tiles for each asker, at least 1 */
    uint32_t edge[LOOP_LEVELS]; /* of a tile, in iterations; 0: as the policy has it */
    uint32_t seed;              /* the tile that goes first, modulo their number */
    bool sos;                   /* trials of widths */
    uint32_t trial;             /* pieces of each; 0: a 64th of an SM's, at least two for each context; if all trials
                                   together would be more than an SM has: none, every context works */
} task_cfg_t;

typedef struct {
    uint32_t sms, group, l1_bytes;
} task_machine_t;

uint32_t loop_iterations(const loop_t *loop, uint32_t l); /* of level l; 1 of a level that the loop has not */
uint64_t loop_indices(const loop_t *loop);                /* iterations of the innermost level in all */
/* Contexts of an SM that work: the first of each group. */
uint64_t task_live(const task_cfg_t *cfg, uint32_t contexts, uint32_t group);
/* What the task unit gets; start, live and want are left alone. */
void task_cut(const task_cfg_t *cfg, const loop_t *loop, const task_machine_t *m, sas_top_in_t *in);

#endif
