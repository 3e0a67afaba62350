/* sm_internal.h - fields of an SM: its units and what joins them, shared by the sm_*.c files. */
#ifndef CTADEL_SM_SM_INTERNAL_H
#define CTADEL_SM_SM_INTERNAL_H

#include "mem/l1.h"
#include "sm/bits.h"
#include "sm/dpq.h"
#include "sm/fetch.h"
#include "sm/l0c.h"
#include "sm/ldst.h"
#include "sm/ldst_far.h"
#include "sm/memq.h"
#include "sm/opnd.h"
#include "sm/ports.h"
#include "sm/sm.h"
#include "sm/sm_counters.h"
#include "sm/supply.h"
#include "sm/units.h"
#include "sm/warps.h"
#include "sm/wheel.h"
#include "sm/writes.h"

enum { CLIENT_L1D, CLIENT_L1I, CLIENT_L1C, CLIENT_L1T, CLIENT_COUNT };

typedef struct { /* counts since the last sm_monitor: cycles, and instructions by CTA slot */
    uint64_t active, idle, mem;
    uint8_t inst[SM_SLOTS];
} monitor_t;

typedef struct {                /* the seam to the warp schedulers */
    uint32_t first;             /* this SM's first arbiter */
    uint32_t events;            /* bit i: arbiter i has an event in this cycle and must be clocked */
    uint32_t still;             /* bit i: for the input asked[i], arbiter i grants nothing again */
    arb_in_t asked[SM_SCHEDS];  /* last input without a grant */
    uint64_t victim[SM_SCHEDS]; /* warps that missed a line of their victim tags; the arbiter has not seen it yet */
} arbs_t;

typedef struct {                     /* resources that resident CTAs hold */
    uint32_t ctas, regs, smem_bytes; /* 32-bit registers */
    uint32_t constants;              /* CTAs whose instructions have constant operands */
    uint64_t since;                  /* first cycle that is not accounted yet */
} held_t;

typedef struct {
    bool asleep;
    uint64_t begin_from, from; /* first cycles whose sm_begin, and whose sm_issue and sm_end, are not accounted */
    uint64_t *class, *mon;     /* counters of the slept cycles; mon NULL: none */
    bool contended;            /* warps want the LD/ST unit, which has no room */
} sleep_t;

typedef struct { /* a warp, compared with its state when the watch began */
    const winst_t *head;
    uint64_t state;
    bool issued, again;
} watched_t;

typedef struct {
    uint64_t effects; /* sm_effects */
    bool on;
    watched_t warp[SM_WARPS];
    uint32_t lid[SM_SLOTS]; /* by CTA slot: linear id */
} watch_t;

typedef struct { /* the issue of a cycle, from scheduler to scheduler */
    uint64_t now;
    uint64_t ready[SM_SCHEDS];
    slot_mask_t paused;
    uint16_t serve;
    bool granted;
    uint32_t first, k; /* scheduler that issues first; number of those that have issued */
    uint32_t warp;     /* of a parked SM: the warp that was granted */
} issue_t;

typedef enum {                /* what an SM that has run ahead does next, in its next cycle (sm_ahead.c) */
               PHASE_BEGIN,   /* sm_begin: it stopped between two cycles */
               PHASE_ISSUE,   /* sm_issue: a CTA is at the completion port */
               PHASE_GRANTED, /* executes what a scheduler has granted, and the rest of sm_issue */
               PHASE_FAILED,  /* reports the error of an instruction */
               PHASE_SEND     /* the rest of sm_end: a request of the I-cache */
} phase_t;

typedef struct {                      /* a memory instruction in the LD/ST unit */
    uint32_t ticket;                  /* winst_exec_t.ticket */
    uint64_t first_cycle, last_cycle; /* of its address phase */
} sm_access_t;

typedef enum { FETCHES_L1I, FETCHES_PERFECT, FETCHES_L0 } fetches_t; /* LINE_FETCHES: where instructions come from */

struct sm { /* first, side by side, what each cycle reads: the SMs of a GPU do not fit into the host's first cache */
    uint64_t now;                  /* cycle of the last sm_begin: the caches' clock */
    uint64_t due;                  /* sm_due */
    uint64_t issued_cycle;         /* of the last issue */
    phase_t phase;                 /* what is left of cycle `due` */
    bool ahead;                    /* in sm_run_ahead */
    uint8_t fetches;               /* fetches_t */
    bool ldst_exchanges;           /* the LD/ST unit itself sends into the interconnect, or has a network */
    uint64_t ahead_cycles;         /* sm_ahead_cycles */
    l1_next_t next[CLIENT_COUNT];  /* by cache: what it does next */
    uint64_t port_free[SM_SCHEDS]; /* by scheduler: first cycle in which it may issue again */
    const warp_mask_t *mask;       /* masks of the warps, by scheduler */
    const sm_cfg_t *cfg;           /* of the machine, shared by its SMs */
    warps_t *warps;
    fetch_t *fetch;
    units_t *units;
    opnd_t *opnd;        /* NULL: operands are read at issue, or with stages */
    ports_t *ports;      /* stages of the sub-cores, */
    memq_t *memq;        /* their memory queues and */
    supply_t *supply;    /* their instruction supply; NULL: other machines */
    bits_t *bits;        /* issue-control units; NULL: issue by the scoreboard of warps */
    l0c_t *l0c;          /* NULL: constant operands are there */
    dpq_t *dpq;          /* NULL: each sub-core has an f64 unit, or none has one */
    writes_t *writes;    /* write ports of their register banks, used with bits */
    sm_access_t *access; /* with bits: by entry of the LD/ST unit */
    ldst_t *ldst;
    wheel_t *wheel;
    l1_t *l1[CLIENT_COUNT];
    sm_env_t env;
    sleep_t sleep;
    int32_t reporting;          /* CTA slot at the completion port; -1: none */
    bool offered;               /* an arbiter had a ready warp in this cycle */
    bool ldst_refused;          /* a cache refused the LD/ST unit's transaction in this cycle */
    uint32_t owner[UNIT_COUNT]; /* by unit: scheduler with priority when the unit is contended */
    sm_counters_t st;
    uint64_t unit_insts[UNIT_COUNT]; /* instructions issued, by unit */
    uint64_t lane_ops[LAT_COUNT];    /* lanes that executed in a pipeline, by latency class; for the energy model */
    uint64_t busy[UNIT_NONE];        /* units_busy, as of the last sm_settle */
    monitor_t mon;
    sm_work_t work[SCHED_KERNELS_MAX]; /* by table entry: instructions since sm_take_work */
    arbs_t arbs;
    issue_t parked; /* by SM_PARKED, until sm_issue_rest */
    held_t held;
    watch_t watch;
    err_t failed; /* in PHASE_FAILED: the error */
};

/* sm_watch.c: warp w has executed an instruction, is not at its end, and the watch is on */
void sm_watch_issue(sm_t *sm, uint32_t w);

/* Part of the operand collectors that the warp uses (opnd.h). */
static inline uint32_t sm_part(const sm_t *sm, uint32_t w)
{
    return sm->cfg->sub_cores == SUB_CORES_OWN ? warps_place(sm->warps, w).sched : 0;
}

/* sm_class.c: warps of all schedulers in a cycle without an issue */
typedef struct {
    uint32_t resident, waiting, blocked;
    bool candidate;   /* a warp has all it needs */
    bool elsewhere;   /* such a warp needs another unit than LD/ST */
    bool instruction; /* a warp has a decoded instruction and is not held */
} census_t;
census_t sm_census(const sm_t *sm);
uint64_t *sm_class_of(sm_t *sm, const census_t *n);   /* counter of the cycle's class */
uint64_t *sm_monitor_of(sm_t *sm, const census_t *n); /* monitor that counts the cycle; NULL: none */

/* sm_ready.c. ready[i]: warps that scheduler i may grant; the result is 0 if there are none.
 * sm_ready_together: of all schedulers, each unit offered to as many as it has room for (ISSUE_TOGETHER).
 * sm_ready_alone: of each scheduler as if it issued first, sm_ready_of: of scheduler i with the units that are free now
 * (ISSUE_IN_TURN).
 */
uint64_t sm_ready_together(sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS]);
uint64_t sm_ready_alone(const sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS]);
uint64_t sm_ready_of(const sm_t *sm, uint64_t now, uint32_t i);
uint32_t sm_first_in_turn(const sm_t *sm, uint64_t now); /* scheduler that issues first in this cycle */
/* sm_ready.c: a unit was not offered to all schedulers that wanted it in so many cycles: its owner changes in each */
void sm_contended(sm_t *sm, uint32_t unit, uint64_t cycles);

/* sm_sleep.c */
bool sm_awake(const sm_t *sm);
/* Accounts the cycles slept before `now`, and the begin of `now` if the other SMs have begun it; no-op if awake.
 * In a cycle, no call without begun follows one with it. */
void sm_account_slept(sm_t *sm, uint64_t now, bool begun);
/* Lets the SM sleep if nothing can happen in the next cycle; call it after a cycle in which no warp was ready.
 * contended: warps could issue, but the LD/ST unit has no room. */
void sm_maybe_sleep(sm_t *sm, uint64_t now, uint64_t *class, uint64_t *mon, bool contended);

/* sm_over.c: a memory instruction is over: releases its registers, counts its copy, resumes a load that waited for
 * work. */
void sm_memory_over(sm_t *sm, const ldst_done_t *done);

/* sm_far.c, with a network between SMs: messages for the SM, and its requests to the banks */
void sm_far_step(sm_t *sm, uint64_t now);
/* The instruction that warp wp has executed may access the other SMs that it names; false: err. */
bool sm_far_allowed(const sm_t *sm, const warp_t *wp, const winst_exec_t *x, err_t *err);

/* sm_task.c: loads of the task window's word 0 */
void sm_task_resume(sm_t *sm, uint32_t w); /* all lanes are answered: executes the load; the warp continues */

/* sm_stages.c: machines with stages */
void sm_start_in_stages(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in, const winst_exec_t *x, uint16_t entry);
void sm_stages_step(sm_t *sm, uint64_t now);
/* With bits: an instruction's result is in the registers; ticket as in winst_exec_t */
void sm_value_written(sm_t *sm, uint32_t w, const winst_t *in, uint32_t ticket);
void sm_accesses(sm_t *sm, uint64_t now, uint32_t entry); /* with bits: the instruction is in its address phase */
void sm_loaded(sm_t *sm, const ldst_done_t *done);        /* with bits: memory has answered */
uint32_t sm_stages_without_room(const sm_t *sm, uint64_t now, uint32_t i); /* as units_without_room in sm_ready.c */
bool sm_stages_still(const sm_t *sm, uint64_t now);

/* sm_writes.c, with bits. A result of fixed latency is written in `cycle`: */
void sm_fixed_result(sm_t *sm, uint64_t now, const ports_inst_t *what, uint64_t cycle);
bool sm_load_waits(sm_t *sm, uint64_t now, const event_t *ev); /* a load may not be written yet; it is due again */
void sm_constants_step(sm_t *sm, uint64_t now);                /* sm_constants.c: after sm_stages_step, before issue */

/* sm_stats.c */
void sm_register_stats(sm_t *sm, const char *path);

/* The arbiters are stepped also in cycles without a ready warp. */
static inline bool sm_steps_always(const sm_t *sm) { return sm->env.every_cycle && sm->held.ctas; }

#endif
