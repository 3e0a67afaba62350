/* dram.h - one memory controller and its DRAM channel.
 *
 * FR-FCFS with open pages (Rixner et al., ISCA 2000): each bank serves requests to its open row first, then the oldest.
 * DRAM_BY_AGE: one command per cycle on the command bus; column commands before activates before precharges, of each
 * kind that of the oldest request. Until a bank closes its row, a new hit overtakes the request it has chosen. A
 * request that has waited for DRAM_STARVED_CYCLES is served next. DRAM_IN_TURN: one bank per cycle chooses a request
 * and keeps it; its place in the queue is then free. A rotating pointer selects the bank that issues a command; a row
 * command may issue in the same cycle as the column command of a later bank, except of the banks that the search then
 * skips. A read bars the precharges of its whole bank group for tRTPL. A request's wait has no bound. All this is
 * GPGPU-Sim's. DRAM_DELAY_BEFORE: requests wait latency_cycles before they enter the queue; at most queue +
 * return_queue requests are inside, or as many as the caller has credits for (CREDITS_PER_SLICE). DRAM_FIXED: no banks;
 * answers after latency_cycles, and only the data bus limits the rate. The other kinds use every parameter of
 * dram_cfg_t.
 *
 * Not modelled: refresh, four-activate window, power-down, a separate write queue with watermarks, separate row and
 * column command buses, ECC. */
#ifndef CTADEL_MEM_DRAM_H
#define CTADEL_MEM_DRAM_H

#include "config/machine.h"
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
bool dram_ready(const dram_t *d, uint64_t now);                 /* a read's data can be popped */
bool dram_by_credit(const dram_t *d);                           /* CREDITS_PER_SLICE applies: a push needs a credit */
/* With credits: the next request, *id, whose credit has come back: a write's with its data, a read's when it is ready.
 * False: none. */
bool dram_credit_back(dram_t *d, uint64_t now, uint32_t *id);
uint64_t dram_next_credit_cycle(const dram_t *d); /* cycle of the next; UINT64_MAX: none is under way */
uint32_t dram_head(const dram_t *d);              /* needs a ready read */
uint32_t dram_pop(dram_t *d, uint64_t now);       /* needs a ready read */
void dram_tick(dram_t *d, uint64_t now);          /* once per DRAM cycle */
uint64_t dram_next_cycle(const dram_t *d);        /* no tick before this cycle changes anything */
uint64_t dram_next_data_cycle(const dram_t *d);   /* cycle in which the next read can be popped */
uint32_t dram_held(const dram_t *d);              /* requests delayed, queued or in service */

#endif
