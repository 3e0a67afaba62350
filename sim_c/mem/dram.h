/* dram.h - one memory controller and its DRAM channel.
 *
 * FR-FCFS with open pages (Rixner et al., ISCA 2000): each bank serves requests to its open row first, then the oldest.
 * DRAM_BY_AGE: one command per cycle and command bus; column commands before activates before precharges, of each kind
 * that of the oldest request. Until a bank closes its row, a new hit overtakes the request it has chosen. A
 * request that has waited for DRAM_STARVED_CYCLES is served next. DRAM_IN_TURN: one bank per cycle chooses a request
 * and keeps it; its place in the queue is then free. A rotating pointer selects the bank that issues a command; with
 * one bus a row command may issue in the same cycle as the column command of a later bank, except of the banks that the
 * search then skips. DRAM_TWO_BUSES: in each cycle a column command, then a row command. A read bars the precharges of
 * its whole bank group for tRTPL. A request's wait has no bound. All this is GPGPU-Sim's. DRAM_DELAY_BEFORE: requests
 * wait latency_cycles before they enter the queue; at most queue + return_queue requests are inside, or as many as the
 * caller has credits for (CREDITS_PER_SLICE). DRAM_FIXED: no banks; answers after latency_cycles, and only the data bus
 * limits the rate. The other kinds use every parameter of dram_cfg_t.
 *
 * Not modelled: refresh, four-activate window, power-down, a separate write queue with watermarks, ECC. */
#ifndef CTADEL_MEM_DRAM_H
#define CTADEL_MEM_DRAM_H

#include "base/min.h"
#include "config/machine.h"
#include "mem/delayq.h"
#include "stats/stats.h"

typedef struct dram dram_t;

enum {
    DRAM_STARVED_CYCLES = 1000, /* a request that waited longer is no longer overtaken */
    DRAM_TURN_CYCLES = 2        /* bus idle between read data and write data */
};

typedef struct {
    uint64_t row;
    uint64_t enters_cycle; /* DRAM_DELAY_BEFORE: first cycle in which it may enter the queue */
    uint32_t id;           /* returned with the data of a read */
    uint16_t bursts;       /* column commands, >= 1 */
    uint8_t bank;
    bool write; /* posted: no answer */
} dram_req_t;

dram_t *dram_create(const dram_cfg_t *cfg, stats_t *stats, const char *path); /* NULL: out of memory */
void dram_destroy(dram_t *d);                                                 /* NULL is fine */

bool dram_room(const dram_t *d, uint64_t now);                  /* asked after the tick of cycle `now` */
void dram_push(dram_t *d, uint64_t now, const dram_req_t *req); /* needs room */
uint32_t dram_pop(dram_t *d, uint64_t now);                     /* needs a ready read */
void dram_tick(dram_t *d, uint64_t now);                        /* once per DRAM cycle */
uint32_t dram_held(const dram_t *d);                            /* requests delayed, queued or in service */

/* What leaves a channel, and when. It is the first field of the struct, so asking needs no call. */
typedef struct {
    uint64_t next_cycle; /* no tick before this cycle changes anything */
    delayq_t *back;      /* reads on their way to the L2 */
    delayq_t *credit[2]; /* CREDITS_PER_SLICE: writes, reads that give their credit back when due; else NULL */
} dram_out_t;

static inline const dram_out_t *dram_out(const dram_t *d) { return (const dram_out_t *)d; }
static inline uint64_t dram_next_cycle(const dram_t *d) { return dram_out(d)->next_cycle; }

/* Cycle in which the next read can be popped. */
static inline uint64_t dram_next_data_cycle(const dram_t *d) { return delayq_next(dram_out(d)->back); }

static inline bool dram_ready(const dram_t *d, uint64_t now) { return delayq_due(dram_out(d)->back, now); }
static inline uint32_t dram_head(const dram_t *d) { return delayq_head(dram_out(d)->back); } /* needs a ready read */

/* CREDITS_PER_SLICE applies: a push needs a credit. */
static inline bool dram_by_credit(const dram_t *d) { return dram_out(d)->credit[0] != NULL; }

/* Cycle in which the next credit comes back; UINT64_MAX: none is under way. */
static inline uint64_t dram_next_credit_cycle(const dram_t *d)
{
    if (!dram_by_credit(d)) return UINT64_MAX;
    return min_u64(delayq_next(dram_out(d)->credit[0]), delayq_next(dram_out(d)->credit[1]));
}

/* With credits: the next request, *id, whose credit has come back: a write's with its data, a read's when it is ready.
 * False: none. */
static inline bool dram_credit_back(const dram_t *d, uint64_t now, uint32_t *id)
{
    for (uint32_t k = 0; dram_by_credit(d) && k < 2; k++) {
        if (!delayq_due(dram_out(d)->credit[k], now)) continue;
        *id = delayq_pop(dram_out(d)->credit[k]);
        return true;
    }
    return false;
}

#endif
