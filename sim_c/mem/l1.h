/* l1.h - a first-level cache of one SM: data, instruction or constant.
 *
 * Set-associative, a replacement policy of replace.h, MSHRs with merging, bounded miss queue towards memsys. One access
 * per call; the SM decides how many per cycle. Data values are not held: function lives in the front end. */
#ifndef CTADEL_MEM_L1_H
#define CTADEL_MEM_L1_H

#include "mem/memsys.h"

typedef struct l1 l1_t;

typedef enum {
    L1_ACCEPTED,   /* token comes back from l1_pop: after the hit latency, or with the fill */
    L1_FULL_MSHR,  /* no MSHR, or its merge list is full: retry */
    L1_FULL_QUEUE, /* miss queue full: retry */
    L1_FULL_SET    /* every way of the set is reserved by a fill: retry */
} l1_result_t;

typedef struct {
    uint64_t addr;  /* aligned to the sector it falls in */
    uint32_t bytes; /* <= line_bytes, not crossing the line */
    uint32_t token;
    uint8_t kind;   /* mem_kind_t; a write or atomic goes below, its token returns with the ack */
    uint8_t warp;   /* the warp that asks: for victim tags, and whose lines others use */
    uint32_t lanes; /* of the warp; 0: one thread, or none */
    bool bypass;    /* read served by the L2, nothing allocated */
} l1_req_t;

l1_t *l1_create(const cache_cfg_t *cfg, uint32_t sm, uint8_t client, memsys_t *below, stats_t *stats, const char *path);
void l1_destroy(l1_t *l1); /* NULL is fine */

/* From here on every line remembers which of `warps` warps (1..64) brought it in, and its tag goes to
 * that warp's `tags` victim tags when it is replaced. Changes no timing. False: out of memory. */
bool l1_keep_victims(l1_t *l1, uint32_t warps, uint32_t tags);
/* Bit w: a read of warp w missed a line of its victim tags since the last call: locality it had and
 * lost. Such a tag is forgotten. Always 0 without victim tags. */
uint64_t l1_lost(l1_t *l1);
void l1_warp_starts(l1_t *l1, uint32_t warp); /* the number has a new owner: it has lost nothing */

l1_result_t l1_access(l1_t *l1, const l1_req_t *req); /* anything but L1_ACCEPTED changed nothing */
void l1_fill(l1_t *l1, const mem_reply_t *reply);     /* a reply of this client */
bool l1_pop(l1_t *l1, uint32_t *token);               /* false: none due this cycle */
bool l1_pop_hit(l1_t *l1, uint32_t *token);           /* l1_pop, of what needed nothing from below */
void l1_tick(l1_t *l1);                               /* once per core cycle; moves misses below */
/* Ticking alone (no access, no fill) changes nothing visible before this many cycles, at least 1;
 * UINT32_MAX: never. l1_skip(n) then equals n ticks. */
uint32_t l1_quiet_cycles(const l1_t *l1);
void l1_skip(l1_t *l1, uint32_t cycles);
uint32_t l1_pending(const l1_t *l1); /* tokens accepted and not yet popped */

/* Drops these bytes, whole lines, without a cycle; the units of 32 bytes that were dirty. A fill under way answers
 * the accesses that wait, and is not kept. */
uint8_t l1_recall(l1_t *l1, uint64_t addr, uint32_t bytes);

/* At the end of a kernel. Both write the dirty lines below and refuse accesses (L1_FULL_QUEUE) as
 * long as that takes; asked for again, they start over. */
void l1_flush(l1_t *l1);         /* ... and drops every line; needs l1_pending 0 */
void l1_clean(l1_t *l1);         /* ... and keeps the lines, for the CTAs that go on */
bool l1_written(const l1_t *l1); /* every dirty line of before the last call is acknowledged */

#endif
