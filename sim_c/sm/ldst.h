/* ldst.h - the LD/ST unit of an SM: in order, one transaction per cycle and L1D bank.
 *
 * A memory instruction holds an entry from issue (ldst_prepare) to its last result. It stays at the head of the queue
 * until the cache has accepted its last transaction, or its last shared-memory bank cycle is over. Loads and atomics
 * then wait for their answers; stores and reductions are over at acceptance, and the caller counts their
 * acknowledgements. With ATOMIC_WAITS a reduction waits for answers, too. A fence that passes the unit (FENCE_RESULTS)
 * takes a cycle at the head. The unit knows no warps' state: it reports which instruction is over (ldst_done_t).
 *
 * With operand collectors, loaded data passes a write-back register (source: GPGPU-Sim's ldst_unit). The register takes
 * the data of one transaction per cycle and holds it until the destination's register bank is free.
 *
 * A load of word 0 of the task window waits in its entry until the task unit has answered each of its lanes. */
#ifndef CTADEL_SM_LDST_H
#define CTADEL_SM_LDST_H

#include "sm/ldst_answers.h"
#include "sm/ldst_cache.h"
#include "sm/ldst_txns.h"
#include "sm/sm_counters.h"
#include "sm/sm_limits.h"
#include "sm/wheel.h"

typedef struct ldst ldst_t;

/* a store's token at a cache is LDST_STORE | warp; any other token is an entry's number */
#define LDST_STORE UINT32_C(0x80000000)

typedef struct { /* an instruction that is over */
    const winst_t *inst;
    uint8_t warp;
    uint8_t group;  /* bit of the copy group it belongs to; 0: no copy */
    bool resumes;   /* it waited for work: the caller executes it now */
    uint16_t entry; /* that it held */
} ldst_done_t;

typedef struct { /* a cycle of the write-back register: it writes its data if the bank is free, then takes the next */
    bool over;   /* `done` names an instruction that is over */
    uint8_t atomic;  /* ATOMIC_WAITS: warp of an atomic or reduction whose last data it has taken; NO_WARP: none */
    uint64_t filled; /* number of the L1D's answer that it has taken; 0: none */
    ldst_done_t done;
} ldst_write_t;

typedef struct {    /* result of one cycle */
    uint8_t warp;   /* warp whose instruction is in the address phase; NO_WARP: none */
    uint16_t entry; /* of that instruction */
    uint8_t stores; /* store transactions that a cache accepted; each will be acknowledged */
    bool refused;   /* a cache refused the transaction */
    bool over;      /* `done` is valid */
    ldst_done_t done;
} ldst_cycle_t;

/* Borrows all; adds EV_ENTRY events to the wheel. NULL only when out of memory. */
ldst_t *ldst_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, wheel_t *wheel, sm_counters_t *counters);
void ldst_destroy(ldst_t *l); /* NULL is fine */

uint32_t ldst_entries_free(const ldst_t *l);
uint32_t ldst_queue_room(const ldst_t *l);
/* Allocates an entry (ldst_entries_free > 0) for an instruction that has executed; returns its number. */
uint32_t ldst_prepare(ldst_t *l, uint32_t warp, const winst_t *inst, const winst_exec_t *x);
void ldst_enter(ldst_t *l, uint64_t now, uint32_t entry); /* enqueues it; needs ldst_queue_room */
void ldst_step(ldst_t *l, uint64_t now, ldst_cycle_t *out);

/* The cache answered one transaction of the entry. True: the instruction is over, *done names it. */
bool ldst_answer(ldst_t *l, uint32_t entry, ldst_done_t *done);
/* The entry's EV_ENTRY is due: shared memory or the task unit delivered, or no lane executed. Returns as ldst_answer.
 */
bool ldst_delivered(ldst_t *l, uint32_t entry, ldst_done_t *done);

/* With operand collectors only. */
/* A transaction's data queues for the write-back register; number: that of the L1D's answer, other caches: 0. */
void ldst_arrived(ldst_t *l, answer_source_t from, uint32_t entry, uint64_t number);
/* true: *write names the instruction whose data is in the register */
bool ldst_writing(const ldst_t *l, ldst_done_t *write);
void ldst_write_back(ldst_t *l, bool bank_free, ldst_write_t *out); /* one cycle of the register */

/* Contexts that wait for work: bit warp * lanes + lane. ldst_task_answer answers one of them and returns the cycle in
 * which its load completes; UINT64_MAX: other lanes of the load still wait. */
uint64_t ldst_task_want(const ldst_t *l);
uint64_t ldst_task_answer(ldst_t *l, uint64_t now, uint32_t context);

/* No ldst_step before ldst_next_cycle changes anything but counters while no cache changes. ldst_slept counts what it
 * would have counted in so many cycles. */
bool ldst_still(const ldst_t *l);
void ldst_slept(ldst_t *l, uint64_t cycles);
void ldst_settle(ldst_t *l);                   /* brings the counters of stalls up to date */
uint32_t ldst_head(const ldst_t *l);           /* warp whose instruction is in the address phase; NO_WARP: none */
uint64_t ldst_next_cycle(const ldst_t *l);     /* UINT64_MAX: none */
bool ldst_sends(const ldst_t *l);              /* PAST_L1D_DIRECT: the next step may push into the interconnect */
uint32_t ldst_queued(const ldst_t *l);         /* instructions in the queue */
uint32_t ldst_before_look_up(const ldst_t *l); /* accesses between address phase and L1D look-up */

#endif
