/* memsys.h - everything between the SMs' caches and the DRAM pins: interconnect, L2, memory controllers.
 *
 * Clocks: memsys_tick is called once per core cycle and runs the interconnect, L2 and DRAM clocks at their ratios.
 * Every queue is bounded and nothing is dropped: a full queue refuses, up to the SMs. Each accepted request is answered
 * exactly once, a write with an acknowledgement; a registered law checks it. An answer in parts (l2.port_bytes)
 * occupies the SM's port for a core cycle per part, and becomes visible with the last part. */
#ifndef CTADEL_MEM_MEMSYS_H
#define CTADEL_MEM_MEMSYS_H

#include "base/mask.h"
#include "config/machine.h"
#include "mem/traffic.h"

typedef struct memsys memsys_t;

typedef enum { MEM_READ, MEM_WRITE, MEM_ATOM } mem_kind_t;

typedef struct {
    uint64_t addr;  /* byte address, aligned to the requester's sector */
    uint32_t bytes; /* data bytes requested, or carried by a write or atomic; inside one line */
    uint32_t token; /* the requester's; returned unchanged */
    uint16_t sm;
    uint8_t client; /* cache of the SM; returned unchanged */
    uint8_t kind;   /* mem_kind_t */
    uint64_t gaps;  /* of a write: words that it does not carry, as in mem_txn_t */
} mem_req_t;

typedef mem_req_t mem_reply_t; /* the request, answered */

/* Registers its statistics under path. NULL only when out of memory. */
memsys_t *memsys_create(const machine_t *m, stats_t *stats, const char *path);
void memsys_destroy(memsys_t *ms); /* NULL is fine */

/* Sets the function that drops from the L1s a line which an inclusive L2 replaces (l2_on_recall). */
typedef uint8_t memsys_recall_fn(void *self, uint64_t addr, uint32_t bytes);
void memsys_on_recall(memsys_t *ms, memsys_recall_fn *recall, void *self);

/* From now on several threads may call memsys_push, memsys_pop, memsys_waiting, memsys_await_room and
 * memsys_no_reply_cycles at once, each for ports of its own (SMs of one icnt.cluster have one port), and those of one
 * port in the order of the SMs. The result does not depend on their speed. */
void memsys_share(memsys_t *ms);

bool memsys_push(memsys_t *ms, const mem_req_t *req);           /* false: that SM's port is full */
sm_mask_t memsys_waiting(const memsys_t *ms);                   /* SMs for which a reply can be popped */
bool memsys_waits(const memsys_t *ms, uint32_t sm);             /* ... and whether one can for this SM */
bool memsys_pop(memsys_t *ms, uint32_t sm, mem_reply_t *reply); /* false: none */
/* For an SM that sleeps after memsys_push has refused requests: once a tick has made room for this one, memsys_admits
 * has the SM, until a push of the SM succeeds. After a second call, room for either request is enough. */
void memsys_await_room(memsys_t *ms, const mem_req_t *req);
sm_mask_t memsys_admits(const memsys_t *ms);
void memsys_refuse(memsys_t *ms, uint64_t count); /* counts pushes that would have been refused meanwhile */

/* Ticks from now until a reply for the SM may become visible, at least 1, if the SM pushes nothing; UINT64_MAX: it
 * awaits none. */
uint64_t memsys_no_reply_cycles(const memsys_t *ms, uint32_t sm);
void memsys_tick(memsys_t *ms); /* once per core cycle */

/* Core cycles, at least 1, during which ticks without push or pop make no reply visible and free no port; UINT32_MAX:
 * empty. memsys_skip(n) equals n ticks. */
uint32_t memsys_quiet_cycles(const memsys_t *ms);
void memsys_skip(memsys_t *ms, uint32_t cycles);

void memsys_traffic(const memsys_t *ms, traffic_t *t); /* adds what L2 and DRAM moved so far */
void memsys_empty_l2(memsys_t *ms); /* drops every line, also dirty ones, that awaits no fill; takes no time */

/* One line for a deadlock report: the number of requests waiting in each part. */
void memsys_describe(const memsys_t *ms, char *text, uint32_t text_bytes);

#endif
