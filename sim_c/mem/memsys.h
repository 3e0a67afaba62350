/* memsys.h - everything between the SMs' caches and the DRAM pins: interconnect, L2, controllers.
 *
 * Clocks: memsys_tick is called once per core cycle and runs the interconnect, L2 and DRAM clocks at
 * their own ratios. Back-pressure is real: every queue is bounded, nothing is dropped. Each accepted
 * request is answered exactly once (writes with an acknowledgement); the law is registered. An answer
 * in parts (l2.port_bytes) takes a core cycle of the SM's port for each, and is there with the last. */
#ifndef CTADEL_MEM_MEMSYS_H
#define CTADEL_MEM_MEMSYS_H

#include "config/machine.h"
#include "stats/stats.h"

typedef struct memsys memsys_t;

typedef enum { MEM_READ, MEM_WRITE, MEM_ATOM } mem_kind_t;

typedef struct {
    uint64_t addr;  /* byte address, aligned to the requester's sector */
    uint32_t bytes; /* data bytes asked for, or carried by a write or atomic */
    uint32_t token; /* the requester's; comes back untouched */
    uint16_t sm;
    uint8_t client; /* which cache of the SM; comes back untouched */
    uint8_t kind;   /* mem_kind_t */
} mem_req_t;

typedef mem_req_t mem_reply_t; /* the request, answered */

memsys_t *memsys_create(const machine_t *m, stats_t *stats, const char *path);
void memsys_destroy(memsys_t *ms); /* NULL is fine */

/* Recalls from L1s the lines that an inclusive L2 replaces, as l2_on_recall does. */
typedef uint8_t memsys_recall_fn(void *self, uint64_t addr, uint32_t bytes);
void memsys_on_recall(memsys_t *ms, memsys_recall_fn *recall, void *self);

bool memsys_push(memsys_t *ms, const mem_req_t *req);           /* false: that SM's port is full */
uint64_t memsys_waiting(const memsys_t *ms);                    /* bit s: a reply for SM s can be popped */
bool memsys_pop(memsys_t *ms, uint32_t sm, mem_reply_t *reply); /* false: none */
void memsys_tick(memsys_t *ms);                                 /* once per core cycle */

/* Core cycles, at least 1, during which ticking cannot make a reply visible or free a port if
 * nothing is pushed or popped; UINT32_MAX when empty. memsys_skip(n) equals n ticks in that case. */
uint32_t memsys_quiet_cycles(const memsys_t *ms);
void memsys_skip(memsys_t *ms, uint32_t cycles);

/* One line for a deadlock report: what waits where. */
void memsys_describe(const memsys_t *ms, char *text, uint32_t text_bytes);

#endif
