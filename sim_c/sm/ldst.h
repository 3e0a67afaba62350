/* ldst.h - the LD/ST unit of an SM: in order, one transaction per cycle (and L1D bank).
 *
 * An instruction is an entry from issue (ldst_prepare) to its last result. It keeps the head of the queue until its
 * last transaction is accepted by the cache, or its last shared-memory bank phase is over; loads and atomics then wait
 * for their answers. Stores and reductions are over at acceptance; who counts their acknowledgements is the caller.
 * The unit does not know warps: it says which instruction is over (ldst_done_t).
 *
 * With operand collectors, loaded data passes a write-back register (source: GPGPU-Sim's ldst_unit): it takes the data
 * of one transaction per cycle and keeps it until the destination's register bank is free.
 *
 * A load of the task window's word 0 waits in its entry until the task unit has answered each of its lanes. */
#ifndef CTADEL_SM_LDST_H
#define CTADEL_SM_LDST_H

#include "sm/ldst_cache.h"
#include "sm/ldst_txns.h"
#include "sm/sm_counters.h"
#include "sm/sm_limits.h"
#include "sm/wheel.h"

typedef struct ldst ldst_t;

#define LDST_STORE UINT32_C(0x80000000) /* token of a store at a cache: | warp; any other token is an entry */

typedef struct { /* an instruction that is over */
    const winst_t *inst;
    uint8_t warp;
    uint8_t group; /* of copies, that it is one of; 0: none */
    bool resumes;  /* it waited for work and has not been executed yet */
} ldst_done_t;

typedef struct {    /* what happened in a cycle */
    uint8_t warp;   /* whose instruction was in the address phase; NO_WARP: none */
    uint8_t stores; /* of its stores that a cache accepted: each will be acknowledged */
    bool refused;   /* a cache refused its transaction */
    bool over;      /* `done` is */
    ldst_done_t done;
} ldst_cycle_t;

/* Borrows the caches, the wheel, into which it puts EV_ENTRY, and the counters that it counts in. NULL only when out of
 * memory. */
ldst_t *ldst_create(const sm_cfg_t *cfg, l1_t *l1d, l1_t *l1c, l1_t *l1t, wheel_t *wheel, sm_counters_t *counters);
void ldst_destroy(ldst_t *l); /* NULL is fine */

uint32_t ldst_entries_free(const ldst_t *l);
uint32_t ldst_queue_room(const ldst_t *l);
/* Takes an entry, which must be free, for an instruction that has executed; its number. */
uint32_t ldst_prepare(ldst_t *l, uint32_t warp, const winst_t *inst, const winst_exec_t *x);
void ldst_enter(ldst_t *l, uint64_t now, uint32_t entry); /* into the queue, which has room */
void ldst_step(ldst_t *l, uint64_t now, ldst_cycle_t *out);

/* One transaction of the entry came back; true: *done is over. */
bool ldst_answer(ldst_t *l, uint32_t entry, ldst_done_t *done);
/* EV_ENTRY: shared memory or the task unit delivered, or no lane executed; as above. */
bool ldst_delivered(ldst_t *l, uint32_t entry, ldst_done_t *done);

/* Only with collectors. */
void ldst_arrived(ldst_t *l, uint32_t entry);           /* data of a transaction waits for the register */
bool ldst_writing(const ldst_t *l, ldst_done_t *write); /* whose data is in the register */
/* A cycle of the register: writes what is in it, if its bank is free, and takes the next. True: *done is over. */
bool ldst_write_back(ldst_t *l, bool bank_free, ldst_done_t *done);

/* Contexts that wait for work: bit warp * lanes + lane; each is answered once. The cycle in which the last one of a
 * load makes it over; UINT64_MAX: others of its lanes wait. */
uint64_t ldst_task_want(const ldst_t *l);
uint64_t ldst_task_answer(ldst_t *l, uint64_t now, uint32_t context);

bool ldst_still(const ldst_t *l);              /* no cycle before ldst_next_cycle changes anything */
uint64_t ldst_next_cycle(const ldst_t *l);     /* UINT64_MAX: none */
uint32_t ldst_queued(const ldst_t *l);         /* instructions in the queue */
uint32_t ldst_before_look_up(const ldst_t *l); /* accesses on their way to the L1D's look-up */

#endif
