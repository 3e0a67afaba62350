/* dram_channel.h - the state of a channel, for the schedulers (dram_age.c, dram_turns.c, dram_fixed.c), the commands
 * (dram_issue.c) and the queues around them (dram.c).
 *
 * A scheduler decides which request each bank serves and which command goes in a cycle. To add one: its file with a
 * dram_sched_ops_t dram_NAME, and a line for it in DRAM_PRIORITIES (config/machine.h). */
#ifndef CTADEL_MEM_DRAM_CHANNEL_H
#define CTADEL_MEM_DRAM_CHANNEL_H

#include "mem/delayq.h"
#include "mem/dram.h"
#include "mem/mem_counters.h"

enum { DRAM_BANKS_MAX = 64, DRAM_NIL = -1 };

typedef struct {
    dram_req_t req;
    uint64_t since_cycle, order; /* arrival */
    int32_t next;                /* in its bank's list, or in the free list */
    bool activated;              /* its row had to be opened */
} dram_entry_t;

typedef struct {
    uint64_t row;
    uint64_t act_cycle, col_cycle, pre_cycle; /* first cycle the bank takes that command */
    int32_t first, last;                      /* waiting requests, oldest first */
    int32_t current;                          /* request being served */
    bool open;
} dram_bank_t;

typedef enum { WANT_READ, WANT_WRITE, WANT_ACTIVATE, WANT_PRECHARGE, WANT_COUNT } dram_want_kind_t;

typedef struct {    /* what a look at the banks reads: the next command of the current request */
    uint64_t cycle; /* first cycle the bank itself takes it */
    uint64_t order; /* arrival of the request */
    uint32_t group;
    uint8_t kind; /* dram_want_kind_t */
} dram_want_t;

typedef struct {
    DRAM_COUNTERS(STATS_FIELD, _)
    uint64_t reads_done; /* of no statistic of their own */
} dram_stats_t;

typedef struct {
    void (*arrived)(dram_t *d, uint64_t now, int32_t e); /* a request entered the queue */
    /* Issues at most a command per bus, if something is queued; brings next_cycle forward to when it must be called
     * again, which is never otherwise. */
    void (*command)(dram_t *d, uint64_t now);
    size_t state_bytes; /* of d->sched_state, all 0 at first */
} dram_sched_ops_t;

struct dram {
    dram_cfg_t cfg;
    const dram_sched_ops_t *sched;
    void *sched_state;
    uint32_t back_cycles;            /* of cfg.latency_cycles, what lies behind the data bus */
    uint32_t burst_cycles;           /* data bus, per column command */
    uint64_t next_cycle;             /* earliest cycle at which a command may go */
    uint64_t kind_cycle[WANT_COUNT]; /* first cycle the channel takes that kind of command */
    uint64_t banks[WANT_COUNT];      /* bit b: that is what bank b wants next */
    uint64_t *group_cycle;           /* the same for column commands of a bank group */
    uint64_t arrivals;
    dram_want_t want[DRAM_BANKS_MAX]; /* valid for banks in `banks` */
    dram_bank_t bank[DRAM_BANKS_MAX];
    dram_entry_t *entry;
    int32_t free;
    uint32_t used;         /* in the queue or chosen by a bank */
    uint32_t beside_queue; /* of these, chosen by a bank and without a place in the queue */
    delayq_t *front;       /* requests on their way to the queue; NULL: no delay there */
    bool last_write;       /* direction of the data bus */
    delayq_t *back;        /* reads on their way to the L2 */
    dram_stats_t st;
};

/* dram_channel.c */
void dram_append(dram_t *d, uint32_t bank, int32_t e); /* becomes the youngest that waits for the bank */
/* The bank serves its oldest request or, of all that hit its open row, the oldest of these; NIL: none waits. */
void dram_choose(dram_t *d, uint32_t bank, bool hits_first);
bool dram_oldest_misses(const dram_t *d, uint32_t bank); /* a row is open, and the oldest request wants another */
void dram_note_want(dram_t *d, uint32_t bank);           /* after its request or state has changed */
/* Banks that may have the command they want, if it is of this kind; next_cycle is brought forward to when others
 * may. */
uint64_t dram_allowed(dram_t *d, uint64_t now, dram_want_kind_t kind);
uint64_t dram_allowed_columns(dram_t *d, uint64_t now); /* reads only if the return queue has room */
/* The request is served; its last burst leaves the bus at data_cycle. */
void dram_done(dram_t *d, uint64_t now, int32_t e, uint64_t data_cycle);

/* dram_issue.c: the bank's request and all timers allow the command now */
void dram_activate(dram_t *d, uint64_t now, uint32_t bank);
void dram_precharge(dram_t *d, uint64_t now, uint32_t bank);
bool dram_column(dram_t *d, uint64_t now, uint32_t bank); /* true: the request is served, the bank needs another */

static inline uint64_t dram_later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static inline void dram_wake_at(dram_t *d, uint64_t cycle)
{
    if (cycle < d->next_cycle) d->next_cycle = cycle;
}

#endif
