/* l2.h - one slice of the L2 cache, in front of a memory controller.
 *
 * A request waits latency_cycles, then enters the queue of the look-up in parts (l2_in.h). The look-up takes one part
 * of port_bytes per cycle, in order: a stalled part stalls those behind it. LOOK_UP_ARRIVING: a part may be looked up
 * in the cycle in which it enters. LOOK_UP_QUEUED: a cycle later, and none is looked up, hit or miss, while the queue
 * of the controller is full; this is the order of GPGPU-Sim's memory_sub_partition::cache_cycle. Requests to the DRAM
 * wait in the miss queue, which passes one per cycle to the queue of the controller. Reads fetch the missing sectors.
 * Writes allocate without a fetch (write-back) or go through. Atomics are performed here: the atomic unit is busy for
 * l2.atomic_cycles per 32 bytes and leaves the data dirty under every write policy. Each part has a reply of its own,
 * at once or with its fill.
 *
 * Not modelled: the time in which an inclusive L2 recalls a line; data array bank conflicts; write masks of less than a
 * word of 4 bytes; ECC; compression. */
#ifndef CTADEL_MEM_L2_H
#define CTADEL_MEM_L2_H

#include "mem/addrmap.h"
#include "mem/delayq.h"
#include "mem/dram.h"
#include "mem/packet.h"

typedef struct l2 l2_t;

/* Borrows packets and map. NULL only when out of memory. */
l2_t *l2_create(const l2_cfg_t *cfg, uint32_t burst_bytes, uint32_t slice, packets_t *packets, const addrmap_t *map,
                stats_t *stats, const char *path);
void l2_destroy(l2_t *l2); /* NULL is fine */

/* For an inclusive L2 (cfg.inclusive), else ignored: drops a line from the caches above and returns the units of 32
 * bytes that were dirty there, a bit each; they go to the DRAM with the line. */
typedef uint8_t l2_recall_fn(void *self, uint64_t addr, uint32_t bytes);
void l2_on_recall(l2_t *l2, l2_recall_fn *recall, void *self);

void l2_traffic(const l2_t *l2, traffic_t *t); /* adds the bytes to and from the DRAM so far */
/* Drops every line, also dirty ones, that awaits no fill. The lines are gone as if they had been written before: it
 * takes no time and counts no write. */
void l2_empty(l2_t *l2);

bool l2_room(const l2_t *l2);
void l2_push(l2_t *l2, uint64_t now, uint32_t packet); /* needs room */
bool l2_fill_room(const l2_t *l2);
void l2_fill(l2_t *l2, uint64_t now, uint32_t dram_id); /* id of a read popped from the DRAM; needs l2_fill_room */
uint32_t l2_reply(const l2_t *l2, uint64_t now);        /* packet of the reply, which must be due */
void l2_reply_pop(l2_t *l2, uint64_t now);              /* the reply must be due */
dram_req_t l2_dram_pop(l2_t *l2);                       /* needs l2_dram_waiting; the id is below 2^24 */
void l2_tick(l2_t *l2, uint64_t now);                   /* once per L2 cycle */
uint32_t l2_held(const l2_t *l2);                       /* packets inside */

/* What happens next if nothing enters; always current. It is the first field of the struct, so asking needs no call. */
typedef struct {
    uint64_t tick_cycle;  /* no tick before it does more than to count a stall */
    uint64_t reply_cycle; /* a reply is ready from it on; UINT64_MAX: none is under way */
    uint64_t *stall;      /* the counter to which each tick before tick_cycle adds 1; NULL: none */
    bool dram_waits;      /* a request waits for the controller */
} l2_next_t;

static inline const l2_next_t *l2_next(const l2_t *l2) { return (const l2_next_t *)l2; }
static inline bool l2_dram_waiting(const l2_t *l2) { return l2_next(l2)->dram_waits; }

/* No tick changes anything but the count of a stall, and no reply is ready, before it; UINT64_MAX: nothing is inside.
 */
static inline uint64_t l2_next_cycle(const l2_t *l2)
{
    const l2_next_t *n = l2_next(l2);
    return n->tick_cycle < n->reply_cycle ? n->tick_cycle : n->reply_cycle;
}

#endif
