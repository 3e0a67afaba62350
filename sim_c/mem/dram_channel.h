/* dram_channel.h - the state of a channel, for the schedulers (dram_age.c, dram_turns.c, dram_fixed.c), the commands
 * (dram_issue.c) and the queues around them (dram.c).
 *
 * A scheduler decides which request each bank serves and which command issues in a cycle. To add one: a file
 * dram_WORD.c with a dram_sched_ops_t dram_WORD, and a line in DRAM_PRIORITIES (config/machine.h). */
#ifndef CTADEL_MEM_DRAM_CHANNEL_H
#define CTADEL_MEM_DRAM_CHANNEL_H

#include "mem/delayq.h"
#include "mem/dram.h"
#include "mem/mem_counters.h"

enum { DRAM_BANKS_MAX = 64, DRAM_NIL = -1 };

typedef struct {
    dram_req_t req;
    uint64_t since_cycle, order; /* cycle and number of its arrival */
    int32_t next;                /* in its bank's list, or in the free list */
    bool activated;              /* its row had to be opened */
} dram_entry_t;

typedef struct {
    uint64_t row;
    uint64_t act_cycle, col_cycle, pre_cycle; /* first cycle in which the bank takes that command */
    int32_t first, last;                      /* waiting requests, oldest first */
    int32_t current;                          /* request being served */
    bool open;
} dram_bank_t;

typedef struct {
    uint64_t col_cycle, pre_cycle; /* first cycle in which its banks take that command */
    uint64_t banks;
} dram_group_t;

typedef enum { WANT_READ, WANT_WRITE, WANT_ACTIVATE, WANT_PRECHARGE, WANT_COUNT } dram_want_kind_t;

typedef struct {    /* a bank's next command, for its current request */
    uint64_t cycle; /* first cycle in which the bank takes it */
    uint64_t order; /* arrival number of the request */
    uint32_t group;
    uint8_t kind; /* dram_want_kind_t */
} dram_want_t;

typedef struct {
    DRAM_COUNTERS(STATS_FIELD, _)
    uint64_t reads_done; /* counted for the law only */
} dram_stats_t;

typedef struct {
    void (*arrived)(dram_t *d, uint64_t now, int32_t e); /* a request entered the queue */
    /* Called with a request queued, when next_cycle is due: issues at most one command per bus. Sets next_cycle to the
     * cycle of its next call; if it does not, it is not called again before a request arrives. */
    void (*command)(dram_t *d, uint64_t now);
    size_t state_bytes; /* size of d->sched_state, which starts as all 0 */
} dram_sched_ops_t;

struct dram {
    dram_out_t out; /* must be the first field: dram_out */
    dram_cfg_t cfg;
    const dram_sched_ops_t *sched;
    void *sched_state;
    uint32_t back_cycles;            /* part of cfg.latency_cycles behind the data bus: all or 0 */
    uint32_t burst_cycles;           /* data-bus cycles of a column command */
    uint64_t kind_cycle[WANT_COUNT]; /* by kind: first cycle in which the channel takes such a command */
    uint64_t banks[WANT_COUNT];      /* by kind: bit b: the next command of bank b */
    uint64_t early;                  /* banks whose own timer may not have passed yet */
    uint64_t groups_early;           /* bank groups whose timer of column commands may not have passed yet */
    dram_group_t *group;             /* by bank group */
    uint64_t arrivals;
    dram_want_t want[DRAM_BANKS_MAX]; /* valid for banks in `banks` */
    dram_bank_t bank[DRAM_BANKS_MAX];
    dram_entry_t *entry;
    int32_t free;
    uint32_t used;          /* in the queue or chosen by a bank */
    uint32_t outside_queue; /* of these, in a bank's register: they take no place in the queue */
    delayq_t *front;        /* requests on their way to the queue; NULL: no delay there */
    uint64_t entered_cycle; /* last cycle in which one of them entered the queue */
    bool last_write;        /* direction of the data bus */
    dram_stats_t st;
};

/* dram_channel.c */
void dram_append(dram_t *d, uint32_t bank, int32_t e); /* e becomes the youngest request waiting for the bank */
/* The bank chooses the oldest request that waits for it; with hits_first the oldest that hits its open row, if any
 * does. current becomes DRAM_NIL if none waits. */
void dram_choose(dram_t *d, uint32_t bank, bool hits_first);
bool dram_oldest_misses(const dram_t *d, uint32_t bank); /* a row is open and the oldest request needs another */
/* Renews want[bank]; after each change of its request or row */
void dram_note_want(dram_t *d, uint32_t bank);
/* Banks whose next command is of this kind and whose timers all allow it now. Brings next_cycle forward to the first
 * cycle in which the timers allow another. */
uint64_t dram_allowed_now(dram_t *d, uint64_t now, dram_want_kind_t kind);
uint64_t dram_allowed_columns(dram_t *d, uint64_t now); /* writes, and reads if the return queue has room */

static inline uint64_t dram_allowed(dram_t *d, uint64_t now, dram_want_kind_t kind)
{
    return d->banks[kind] ? dram_allowed_now(d, now, kind) : 0;
}

/* The last burst of the request leaves the data bus at data_cycle: queues a read's answer, frees the entry. */
void dram_done(dram_t *d, uint64_t now, int32_t e, uint64_t data_cycle);

/* dram_issue.c: issue a command, which the bank's request needs and all timers allow now */
void dram_activate(dram_t *d, uint64_t now, uint32_t bank);
void dram_precharge(dram_t *d, uint64_t now, uint32_t bank);
/* true: the request is served, the bank must choose another */
bool dram_column(dram_t *d, uint64_t now, uint32_t bank);

static inline uint64_t dram_later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static inline void dram_wake_at(dram_t *d, uint64_t cycle)
{
    if (cycle < d->out.next_cycle) d->out.next_cycle = cycle;
}

#endif
