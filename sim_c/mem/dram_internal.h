/* dram_internal.h - fields of a channel, shared by dram.c (queues), dram_sched.c (which command) and
 * dram_issue.c (what it does). */
#ifndef CTADEL_MEM_DRAM_INTERNAL_H
#define CTADEL_MEM_DRAM_INTERNAL_H

#include "mem/delayq.h"
#include "mem/dram.h"

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
    uint64_t reads, writes, reads_done, writes_done, read_bursts, write_bursts;
    uint64_t activates, precharges, row_hits, row_misses, row_conflicts;
    uint64_t bus_busy_cycles, turns, starved;
    uint64_t queue_cycles, read_latency_cycles;
} dram_stats_t;

struct dram {
    dram_cfg_t cfg;
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
    uint32_t used;     /* in the queue or chosen by a bank */
    uint32_t chosen;   /* in turn: by a bank, which is beside the queue */
    uint32_t turn;     /* in turn: the bank looked at first */
    uint64_t unchosen; /* in turn: banks that may choose */
    delayq_t *front;   /* requests on their way to the queue; NULL: no delay there */
    bool last_write;   /* direction of the data bus */
    delayq_t *back;    /* reads on their way to the L2 */
    dram_stats_t st;
};

/* dram_sched.c */
void dram_arrived(dram_t *d, uint64_t now, int32_t e); /* a request entered the queue */
void dram_command(dram_t *d, uint64_t now);            /* issues at most one command; sets next_cycle */
void dram_served(dram_t *d, uint64_t now, uint32_t bank);
void dram_note_want(dram_t *d, uint32_t bank); /* its request or state changed */
/* dram_issue.c: the bank's request and all timers allow the command now */
void dram_activate(dram_t *d, uint64_t now, uint32_t bank);
void dram_precharge(dram_t *d, uint64_t now, uint32_t bank);
void dram_column(dram_t *d, uint64_t now, uint32_t bank);
/* dram.c */
/* The request is served; its last burst leaves the bus at data_cycle. */
void dram_done(dram_t *d, uint64_t now, int32_t e, uint64_t data_cycle);

static inline uint64_t dram_later(uint64_t a, uint64_t b) { return a > b ? a : b; }

#endif
