/* sm_network.h - the network between the SMs of a GPC, through which they access each other's shared memory: a crossbar
 * per GPC.
 *
 * A message waits at the input of its SM: requests and answers in a queue each, so that answers never wait for requests
 * and SMs cannot deadlock. Each output, one per SM, takes one message after the other, round robin over
 * the SMs with a message for it at the head of a queue; of one SM the answer first. A message of b bits occupies the
 * output for ceil(b / cfg.bits) core cycles, at least one, and then leaves its queue. cfg.latency_cycles after its last
 * part the SM can pop it. An output takes no request while sm_network_most_requests are on their way to its SM or wait
 * there; answers it always takes.
 *
 * Source: [CLUSTERSIM], for a crossbar per GPC with outputs of a width and a latency; the two queues and the limit of
 * requests are assumed.
 *
 * Not modelled: levels between SM and GPC (TPC, CPC), which make the latency depend on the place; energy. */
#ifndef CTADEL_MEM_SM_NETWORK_H
#define CTADEL_MEM_SM_NETWORK_H

#include "base/mask.h"
#include "config/machine.h"
#include "stats/stats.h"

typedef struct sm_network sm_network_t;

typedef struct {
    uint16_t from, to;     /* SMs: two different ones of one GPC */
    bool answer;           /* else a request */
    uint16_t bank_cycles;  /* of a request: of the shared memory of its destination; passed on */
    uint32_t bytes;        /* 0: a message that carries nothing but its token */
    uint32_t answer_bytes; /* of a request: bytes of its answer; passed on */
    uint32_t token;        /* the requester's; its answer returns it */
} sm_message_t;

static inline uint32_t
sm_network_most_requests(const sm_network_cfg_t *cfg) /* on their way to an SM or waiting there */
{
    return cfg->latency_cycles + cfg->queue;
}

/* Needs machine_has_sm_network. Registers its statistics under path. NULL only when out of memory. */
sm_network_t *sm_network_create(const machine_t *m, stats_t *stats, const char *path);
void sm_network_destroy(sm_network_t *n); /* NULL is fine */

/* Between two ticks. Several threads may call these at once, each for SMs of its own; the result does not depend on
 * their speed. */
bool sm_network_room(const sm_network_t *n, uint32_t sm, bool answer); /* at the input of the SM */
void sm_network_push(sm_network_t *n, const sm_message_t *msg);        /* needs room */
/* False: none. What can be popped must be popped before the next tick. */
bool sm_network_pop(sm_network_t *n, uint32_t sm, sm_message_t *msg);
void sm_network_served(sm_network_t *n, uint32_t sm); /* a request that it has popped waits no longer */

void sm_network_tick(sm_network_t *n, uint64_t now);   /* in core cycle `now`, before the SMs */
sm_mask_t sm_network_waiting(const sm_network_t *n);   /* after a tick: SMs that can pop a message */
uint64_t sm_network_next_cycle(const sm_network_t *n); /* no tick before this cycle changes anything */
uint32_t sm_network_held(const sm_network_t *n);       /* messages inside */

#endif
