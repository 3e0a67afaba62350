/* l2_internal.h - fields of a slice, shared by l2.c (queues) and l2_look.c (tag look-ups). */
#ifndef CTADEL_MEM_L2_INTERNAL_H
#define CTADEL_MEM_L2_INTERNAL_H

#include "base/ring.h"
#include "mem/delayq.h"
#include "mem/l2.h"
#include "mem/l2_in.h"
#include "mem/mem_counters.h"
#include "mem/mshr.h"
#include "mem/tags.h"

typedef struct {
    L2_COUNTERS(STATS_FIELD, _)
    uint64_t fills, replies, requests; /* counted for the laws only */
} l2_stats_t;

typedef struct { /* requests to the DRAM, first in, first out */
    dram_req_t *at;
    uint32_t depth, head, used;
} req_ring_t;

struct l2 {
    l2_next_t next; /* must be the first field: l2_next */
    l2_cfg_t cfg;
    uint32_t slice, sector_units, line_shift;
    uint32_t port_bytes; /* at most a line */
    packets_t *packets;
    const addrmap_t *map;
    tags_t *tags;
    uint64_t *written; /* by way: words written since it took its line, if a write left gaps */
    mshr_t *mshr;
    l2_in_t in;                                   /* packets on their way to the look-up */
    delayq_t *out;                                /* replies of look-ups */
    delayq_t *filled;                             /* replies of fills */
    uint64_t answers;                             /* accesses pushed into `filled` so far */
    req_ring_t miss;                              /* cache.miss_queue places; moves into `dram` one per cycle */
    req_ring_t dram;                              /* cfg.queue places: requests to the controller */
    uint64_t stall_ends;                          /* first cycle in which a stall may end by itself */
    uint64_t port_cycle;                          /* first cycle in which the data array's port is free */
    uint64_t atom_cycle;                          /* first cycle in which the atomic unit is free */
    mshr_waiter_t *waiter;                        /* scratch of l2_fill */
    uint16_t read_bursts[256], write_bursts[256]; /* by mask of units: column commands */
    uint32_t held;
    l2_recall_fn *recall; /* NULL: not inclusive */
    void *recall_self;
    l2_stats_t st;
};

static inline void req_push(req_ring_t *r, dram_req_t req) /* needs room */
{
    r->at[ring_at(r->head, r->used++, r->depth)] = req;
}

static inline dram_req_t req_pop(req_ring_t *r) /* needs one */
{
    const dram_req_t req = r->at[r->head];
    ring_drop(&r->head, r->depth);
    r->used--;
    return req;
}

typedef struct { /* the part of a packet that lies in one line */
    uint64_t line;
    uint32_t packet, bytes;
    uint8_t units;
    uint64_t words, gaps; /* bit w: 4 bytes at 4 * w in the line that the part covers; that a write does not carry */
} l2_piece_t;

typedef enum {
    LOOK_DONE, /* answered */
    LOOK_WAIT, /* joined an MSHR */
    LOOK_STALL /* nothing changed, except that a victim may be clean now: try again */
} look_t;

/* The look-up waits. Until something leaves or arrives, or the cycle `ends` comes, it would find the same again. */
static inline void l2_stall(l2_t *l2, uint64_t *counter, uint64_t ends)
{
    ++*counter;
    l2->next.stall = counter;
    l2->stall_ends = ends;
}

look_t l2_look(l2_t *l2, uint64_t now, const l2_piece_t *p); /* l2_look.c */

#endif
