/* ldst_internal.h - the LD/ST unit's state, shared by ldst.c, ldst_far.c and ldst_write_back.c. */
#ifndef CTADEL_SM_LDST_INTERNAL_H
#define CTADEL_SM_LDST_INTERNAL_H

#include "sm/ldst.h"

typedef struct { /* a warp memory instruction between issue and its last result */
    const winst_t *inst;
    uint64_t ready_cycle; /* shared memory: banks are free again */
    uint32_t remaining;   /* outstanding answers */
    uint16_t next, count; /* transactions accepted; in all. Shared memory: requests to other SMs */
    uint8_t warp, space, op, group;
    bool started;
    bool far_only;  /* each lane accesses another SM's shared memory */
    bool answered;  /* returns data; else each transaction is only acknowledged */
    bool waited;    /* its warp waits for it: an atomic under ATOMIC_WAITS */
    uint32_t waits; /* a load of the task window: lanes that the task unit has not answered */
    bool resumes;   /* such a load: it executes when all lanes are answered */
    uint32_t bank_cycles;
} entry_t;

typedef mem_txn_t txns_t[LDST_TXN_MAX]; /* of an entry; apart, because they are large and most entries need few */

typedef struct { /* entry numbers, first in, first out */
    uint16_t *at;
    uint32_t head, used, room;
} ring_t;

typedef struct ldst_far ldst_far_t; /* ldst_far.c */

struct ldst {     /* first, side by side, what each cycle reads */
    ring_t queue; /* address phase */
    uint32_t entries_free;
    int32_t writing;     /* entry in the write-back register, -1: none */
    bool refused;        /* the head of the queue, by a cache, in the last cycle */
    uint64_t held_until; /* first cycle in which it does not stand still after an answer of another SM */
    ldst_far_t *far;     /* NULL: no network between SMs */
    entry_t *entry;      /* cfg.inflight_loads of them */
    txns_t *txn;         /* by entry */
    const sm_cfg_t *cfg;
    bool collects; /* the machine has operand collectors */
    ldst_cache_t *cache;
    uint16_t *entry_free; /* stack */
    wheel_t *wheel;
    answers_t answers;             /* an item for each transaction whose data waits for the register */
    uint32_t in_banks;             /* with collectors: entries from the banks to the register, a stage each */
    uint64_t task_want;            /* contexts that wait for work: bit warp * lanes + lane */
    uint16_t task_entry[SM_WARPS]; /* by warp: entry of the load that waits */
    sm_counters_t *st;
};

/* ldst_far.c */
void ldst_far_destroy(ldst_far_t *f); /* NULL is fine */
/* Divides a shared-memory access of entry n among SMs: count, far_only, remaining; returns the lanes that stay. */
uint32_t ldst_far_prepare(ldst_t *l, uint32_t n, const winst_exec_t *x);
bool ldst_far_send(ldst_t *l, uint32_t n, ldst_cycle_t *out); /* the next request; true: it was the last */
bool ldst_far_takes_banks(ldst_t *l, uint64_t now); /* an own access gets the banks; false: a request has them */
void ldst_far_held(ldst_t *l);                      /* counts a cycle in which an instruction is held up */

#endif
