/* dram.h - one memory controller and its DRAM channel.
 *
 * FR-FCFS over an open page: a bank serves requests to its open row first, then the oldest.
 * DRAM_BY_AGE: one command per cycle on the command bus, column commands before activates before
 * precharges, the oldest of each. A bank's choice may be overtaken by a hit until its row closes. A
 * request not chosen for DRAM_STARVED_CYCLES is served next.
 * DRAM_IN_TURN: one bank per cycle chooses, keeps its choice, and the queue has its place free. The
 * turn selects the bank that issues a command; in one cycle a row command may issue with the column command of a later
 * bank. There is no bound on how long a request waits. Sources: Rixner et al. 2000; the order of turns is GPGPU-Sim's.
 * DRAM_DELAY_BEFORE: requests wait latency_cycles before they enter the queue, at most queue +
 * return_queue of them are inside.
 * Every parameter of dram_cfg_t binds. DRAM_FIXED answers after latency_cycles, limited only by the
 * data bus.
 *
 * Not modelled: refresh, four-activate window, power-down, separate write queue with watermarks,
 * row and column command buses of their own, ECC. */
#ifndef CTADEL_MEM_DRAM_H
#define CTADEL_MEM_DRAM_H

#include "config/machine.h"
#include "stats/stats.h"

typedef struct dram dram_t;

enum {
    DRAM_STARVED_CYCLES = 1000, /* younger requests stop overtaking one that waited longer */
    DRAM_TURN_CYCLES = 2        /* bus idle between read data and write data */
};

typedef struct {
    uint64_t row;
    uint32_t id;     /* comes back with the data of a read */
    uint16_t bursts; /* column commands, >= 1 */
    uint8_t bank;
    bool write; /* posted: nothing comes back */
} dram_req_t;

dram_t *dram_create(const dram_cfg_t *cfg, stats_t *stats, const char *path); /* NULL: no memory */
void dram_destroy(dram_t *d);                                                 /* NULL is fine */

bool dram_room(const dram_t *d);
void dram_push(dram_t *d, uint64_t now, const dram_req_t *req); /* needs room */
bool dram_ready(const dram_t *d, uint64_t now);                 /* a read's data can be popped */
uint32_t dram_head(const dram_t *d);                            /* needs a ready read */
uint32_t dram_pop(dram_t *d, uint64_t now);                     /* needs a ready read */
void dram_tick(dram_t *d, uint64_t now);                        /* once per DRAM cycle */
uint64_t dram_next_cycle(const dram_t *d);                      /* no tick before it changes anything */
uint64_t dram_next_data_cycle(const dram_t *d);                 /* when the next read can be popped */
uint32_t dram_held(const dram_t *d);                            /* requests delayed, queued or in service */

#endif
