/* dpq.h - queues of staged sub-cores before the f64 unit that they share (sm.pipes.dp: 1).
 *
 * The unit takes instructions in the order in which they entered the queues, so that the start of each is known when it
 * enters. Source: the simulator that R. Huerta et al. publish (dp_subcore_queue_size 3,
 * is_dp_pipeline_shared_for_subcores); that of several queues the oldest instruction is served is assumed. */
#ifndef CTADEL_SM_DPQ_H
#define CTADEL_SM_DPQ_H

#include <stdbool.h>
#include <stdint.h>

#include "sm/sm_limits.h"

enum { DPQ_PLACES = 4 /* of a sub-core: three, and the input latch */ };

typedef struct {                                 /* all zero at first */
    uint64_t start_cycle[SM_SCHEDS][DPQ_PLACES]; /* of the last instructions */
    uint8_t oldest[SM_SCHEDS];
} dpq_t;

static inline bool dpq_room(const dpq_t *q, uint64_t now, uint32_t sched)
{
    return q->start_cycle[sched][q->oldest[sched]] <= now;
}

/* An instruction enters that starts in the given cycle; there was room. */
static inline void dpq_enter(dpq_t *q, uint32_t sched, uint64_t start_cycle)
{
    q->start_cycle[sched][q->oldest[sched]] = start_cycle;
    q->oldest[sched] = (uint8_t)((q->oldest[sched] + 1) % DPQ_PLACES);
}

#endif
