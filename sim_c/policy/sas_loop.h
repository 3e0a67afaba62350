/* sas_loop.h - what the host programs into the task unit for a parallel loop: the tiles, under each way of handing them
 * out [SAS §III, Table III]. The host divides, so the hardware needs no divider. */
#ifndef POLICY_SAS_LOOP_H
#define POLICY_SAS_LOOP_H

#include "isa/frontend.h"
#include "policy/sas.h"

typedef enum {
    TASK_STILE,     /* one tile per SM; its indices go to the SM's contexts in turn */
    TASK_ITILE,     /* one tile per context, which iterates over it */
    TASK_ITILE_PART /* as I-tile, with tiles so small that those of an SM's contexts fit its L1D together */
} task_policy_t;

typedef struct {
    task_policy_t policy;
    uint32_t contexts;          /* contexts per SM that work, spread evenly over its SIMT groups */
    uint32_t over;              /* tiles per asker, at least 1 */
    uint32_t edge[LOOP_LEVELS]; /* edges of a tile in iterations; 0: chosen by the policy */
    uint32_t seed;              /* number of the tile handed out first, modulo the number of tiles */
    bool sos;                   /* SOS: trials of widths */
    uint32_t trial; /* pieces per trial; 0: a 64th of an SM's pieces, at least two per context. If all trials need more
                       pieces than an SM gets: no trials, every context works */
} task_cfg_t;

typedef struct {
    uint32_t sms, group, l1_bytes; /* group: contexts of a SIMT group; l1_bytes: of an L1D */
} task_machine_t;

uint32_t loop_iterations(const loop_t *loop, uint32_t l); /* of level l; 1 if the loop has no level l */
uint64_t loop_indices(const loop_t *loop);                /* indices: product over the levels */
/* Bit per context of an SM that works: the first ones of each group. contexts: of an SM; group: of a SIMT group. */
uint64_t task_live(const task_cfg_t *cfg, uint32_t contexts, uint32_t group);
/* Fills *in for the task unit; start, live and want are unchanged. */
void task_cut(const task_cfg_t *cfg, const loop_t *loop, const task_machine_t *m, sas_top_in_t *in);

#endif
