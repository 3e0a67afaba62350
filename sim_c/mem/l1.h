/* l1.h - a first-level cache of one SM: data, instruction, constant or texture.
 *
 * Set-associative, with a replacement policy of replace.h, MSHRs with merging, and a bounded miss queue towards memsys.
 * One access per call; the SM decides how many per cycle. It holds no data values: those are in the front end. */
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
    uint64_t addr;  /* aligned to 32 bytes */
    uint32_t bytes; /* <= line_bytes, not crossing the line */
    uint32_t token;
    uint8_t kind; /* mem_kind_t; the token of a write or atomic that goes to the L2 returns with the acknowledgement */
    uint8_t warp; /* the requesting warp: for victim tags and shared_reuses */
    uint32_t lanes; /* bit per requesting lane; 0: a request of no lane counts as one thread */
    bool bypass;    /* a read that the L2 serves; allocates nothing */
    bool local;     /* of local memory */
    uint64_t gaps;  /* of a write: as in mem_txn_t; a write-back cache takes it as a whole */
} l1_req_t;

/* What the cache does next if nothing accesses or fills it. It lies in the owner's memory, beside that of its other
 * caches: asking touches no line of the cache itself. */
typedef struct {
    uint64_t hit_cycle;    /* a hit can be popped; UINT64_MAX: never */
    uint64_t answer_cycle; /* the answer of a fill can be popped; UINT64_MAX: never */
    uint64_t acts_cycle;   /* the first of both; 0: it works */
    bool works;            /* l1_step has a request to send or a line to flush */
    bool refused;          /* the last l1_step did nothing: the next level refused its request */
    uint32_t changes;      /* so far that could admit an access that was refused before; may wrap */
} l1_next_t;

/* now: the owner's clock in core cycles, which never runs backwards; the cache reads it in each call, and needs no call
 * in a cycle in which nothing happens. next: the cache keeps it current. Borrows both. NULL only when out of memory. */
l1_t *l1_create(const cache_cfg_t *cfg, uint32_t sm, uint8_t client, memsys_t *below, const uint64_t *now,
                l1_next_t *next, stats_t *stats, const char *path);
void l1_destroy(l1_t *l1);                /* NULL is fine */
const l1_next_t *l1_next(const l1_t *l1); /* the one given to l1_create */

/* From now on a read that misses or merges needs at least this many free places (1 or 2) in the miss queue, even if it
 * sends fewer requests. Without this call it needs one place for each request that it sends. */
void l1_need_room(l1_t *l1, uint32_t places);

/* From now on all answers of a fill are due in the same cycle, and the caller takes them as it can. Without this call
 * they are due one per cycle. */
void l1_answer_together(l1_t *l1);

/* From now on each line keeps the number of the warp (below warps, 1..64) that brought it in. When the line is
 * replaced, its tag enters the `tags` victim tags of that warp. Changes no timing. False: out of memory. */
bool l1_keep_victims(l1_t *l1, uint32_t warps, uint32_t tags);
/* Bit w: since the last call, a read of warp w missed a line that its victim tags held, which is lost locality [CCWS
 * §3.1]. The tag is removed. Always 0 without victim tags. */
uint64_t l1_lost(l1_t *l1);
void l1_warp_starts(l1_t *l1, uint32_t warp); /* clears the victim tags of a warp number that starts anew */

void l1_traffic(const l1_t *l1, traffic_t *t); /* adds what this cache, an L1D, moved so far */

/* Anything but L1_ACCEPTED changed nothing, and is the answer to the same access until next.changes has changed. */
l1_result_t l1_access(l1_t *l1, const l1_req_t *req);
/* The owner would have offered an access so many times more, each of which this answer refuses: counts its stalls. */
void l1_refused(l1_t *l1, l1_result_t answer, uint64_t times);
/* Of an atomic or a bypassing read: the request goes into the interconnect at once, past the miss queue, and leaves the
 * cache's lines as they are. False: there is no room. */
bool l1_push_past(l1_t *l1, const l1_req_t *req);
void l1_fill(l1_t *l1, const mem_reply_t *reply); /* a reply to a request of this cache */
uint32_t l1_pop_hit(l1_t *l1);                    /* a token of the hit pipeline; its hit_cycle must have come */
/* A token that a fill answers; an MSHR that is freed when it is served stays occupied until l1_served. *number: of the
 * answer, from 1 on. Its answer_cycle must have come. */
uint32_t l1_take(l1_t *l1, uint64_t *number);
/* The answer with that number is used, and so are those before it. */
void l1_served(l1_t *l1, uint64_t number);
/* In each core cycle in which it `works`, once: sends a request of the miss queue to memsys, and flushes a line. It
 * runs after the cycle's fills; accesses that follow it see the room that it made. */
void l1_step(l1_t *l1);
const mem_req_t *l1_first(const l1_t *l1); /* the request that it sends next; needs one */

/* Pops a hit, or an answer, which it serves. The hit_cycle or the answer_cycle must have come. */
uint32_t l1_pop(l1_t *l1);
uint32_t l1_pending(const l1_t *l1); /* tokens accepted and not yet popped */

/* Drops these bytes (whole lines of the L2) in no time. Returns the units of 32 bytes that were dirty, a bit each. An
 * outstanding fill answers the waiting accesses and is not kept. */
uint8_t l1_recall(l1_t *l1, uint64_t addr, uint32_t bytes);

/* From now on the cache has so many ways, 1 to cfg.ways. Lines in ways beyond are dropped in no time; only a cache
 * whose writes all go to the L2 may shrink. */
void l1_resize(l1_t *l1, uint32_t ways);

/* Drops every line, in no time, except dirty lines and those with an outstanding fill. */
void l1_invalidate(l1_t *l1);
bool l1_looked_up(const l1_t *l1); /* an access has looked it up since the last l1_invalidate or l1_flush */

/* At the end of a kernel. Both write the dirty lines to the L2 and refuse accesses (L1_FULL_QUEUE) until all are sent;
 * a second call starts over. WRITE_LOCAL_BACK: they write no line, because no CTA reads its local memory after its end.
 */
void l1_flush(l1_t *l1);         /* ... and drops every line; needs l1_pending 0 */
void l1_clean(l1_t *l1);         /* ... and keeps the lines, for the CTAs that go on */
bool l1_written(const l1_t *l1); /* the L2 has acknowledged every line that was dirty at the last flush or clean */

#endif
