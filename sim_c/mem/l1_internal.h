/* l1_internal.h - fields of a first-level cache, shared by l1.c (queues, flushes), l1_access.c (look-ups) and
 * l1_fill.c (fills, answers). */
#ifndef CTADEL_MEM_L1_INTERNAL_H
#define CTADEL_MEM_L1_INTERNAL_H

#include "base/bits.h"
#include "mem/delayq.h"
#include "mem/l1.h"
#include "mem/mem_counters.h"
#include "mem/mshr.h"
#include "mem/tags.h"
#include "mem/victims.h"

enum {
    L1_PASSING = 1024,        /* passing slots: outstanding writes, atomics, bypassing reads and victims */
    L1_ACCESSES_PER_CYCLE = 4 /* the hit pipeline is this wide, more than an SM uses */
};

#define L1_NO_OWNER UINT64_MAX       /* owner of a victim's slot: no access waits for it */
#define L1_CLEANING (UINT64_MAX - 1) /* the same; l1_written waits for it */

typedef struct {
    L1_COUNTERS(STATS_FIELD, _)
    uint64_t answered, popped; /* counted for the laws only */
} l1_stats_t;

typedef struct {    /* the fetch of an MSHR, with ALLOCATE_FILL */
    uint64_t line;  /* TAGS_NO_LINE: none */
    l1_req_t first; /* the access that missed */
    bool recalled;  /* its data are not kept */
} filling_t;

struct l1 {
    const uint64_t *now; /* the owner's clock */
    l1_next_t *next;     /* in the owner's memory */
    cache_cfg_t cfg;
    uint32_t sm, line_shift, sector_units, queue_depth;
    uint8_t client;
    memsys_t *below;
    tags_t *tags;
    mshr_t *mshr;
    filling_t *filling;  /* by MSHR */
    delayq_t *hits;      /* tokens in the hit pipeline */
    delayq_t *done;      /* tokens answered by the L2: one per cycle */
    uint64_t done_cycle; /* due cycle of the newest of them */
    uint64_t answers;    /* tokens pushed into `done` so far */
    mem_req_t *queue;    /* ring: the miss queue */
    uint32_t queue_head, queue_used;
    bool together;                 /* answers are not queued one per cycle */
    uint32_t read_room;            /* free places that a read needs at least if it misses or merges */
    uint64_t *owner;               /* by passing slot: the SM's token, L1_NO_OWNER or L1_CLEANING */
    uint16_t *passing_free;        /* stack of slots */
    uint32_t passing_count;        /* free slots */
    uint32_t unowned;              /* slots with L1_NO_OWNER */
    mshr_waiter_t *waiter;         /* scratch of l1_fill */
    int32_t flush_way;             /* next way that a flush or clean examines; -1: none under way */
    bool flush_drops;              /* it is a flush: it drops the lines */
    uint32_t cleaning;             /* outstanding writes that l1_written waits for */
    victims_t *victims;            /* NULL: none kept */
    bool looked_up;                /* l1_looked_up */
    uint64_t *stored;              /* WRITE_THROUGH_ALLOCATE, by way: words written since it took its line */
    uint64_t lost;                 /* bit w: warp w missed a line of its victim tags */
    uint32_t pending, pending_max; /* tokens accepted and not popped; depth of `done` */
    l1_stats_t st;
};

/* l1_fill.c: queues an answer, which is due in this cycle at the earliest */
void l1_answer(l1_t *l1, uint32_t token, uint64_t first_cycle);
void l1_changed(l1_t *l1); /* renews `next`; after each change of a queue */
/* Queues a request to the L2, and returns it. token: the MSHR of a fetch, cfg.mshrs + slot of a passing request. */
mem_req_t *l1_send(l1_t *l1, uint64_t addr, uint32_t bytes, uint8_t kind, uint32_t token);
/* Queues a passing request of `owner`; needs l1_pass_room. */
void l1_pass(l1_t *l1, const l1_req_t *req, uint64_t owner);
l1_req_t l1_take_dirt(l1_t *l1, int32_t way);    /* the write of the way's dirty units, which become clean */
void l1_accepted(l1_t *l1, const l1_req_t *req); /* counts it; its token will be answered */
void l1_write_victim(l1_t *l1, int32_t way);     /* sends the way's dirty units to the L2; no access waits */

/* ALLOCATE_FILL: MSHR of the line that is being fetched, MSHR_NONE: it is not. */
uint16_t l1_filling(const l1_t *l1, uint64_t line);

/* Replaces the victim in `way` by the line; writes its dirty units to the L2, for which the caller has checked room. */
void l1_take_way(l1_t *l1, int32_t way, const l1_req_t *req, uint64_t line);

static inline uint32_t l1_threads(const l1_req_t *req) { return req->lanes ? bits_set(req->lanes) : 1; }

static inline bool l1_queue_room(const l1_t *l1, uint32_t requests)
{
    return l1->queue_depth - l1->queue_used >= requests;
}

static inline bool l1_pass_room(const l1_t *l1, uint32_t requests)
{
    return l1_queue_room(l1, requests) && l1->passing_count >= requests;
}

#endif
