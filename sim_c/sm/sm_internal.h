/* sm_internal.h - what the units of an SM are joined to, shared by the sm_*.c files. */
#ifndef CTADEL_SM_SM_INTERNAL_H
#define CTADEL_SM_SM_INTERNAL_H

#include "mem/l1.h"
#include "sm/fetch.h"
#include "sm/ldst.h"
#include "sm/opnd.h"
#include "sm/sm.h"
#include "sm/sm_counters.h"
#include "sm/units.h"
#include "sm/warps.h"
#include "sm/wheel.h"

enum { CLIENT_L1D, CLIENT_L1I, CLIENT_L1C, CLIENT_L1T, CLIENT_COUNT };

typedef struct { /* counts since the last report to the dispatcher */
    uint64_t active, idle, mem;
    uint8_t inst[SM_SLOTS];
} monitor_t;

typedef struct {                /* the seam to the warp schedulers */
    uint32_t first;             /* this SM's first arbiter */
    uint32_t events;            /* bit i: arbiter i has an event to clock in */
    uint32_t still;             /* bit i: asked the same again, it would grant nothing again */
    arb_in_t asked[SM_SCHEDS];  /* what it was asked then */
    uint64_t victim[SM_SCHEDS]; /* warps that lost a line they had in the L1D; events not seen yet */
} arbs_t;

typedef struct {                     /* what the CTAs on the SM hold */
    uint32_t ctas, regs, smem_bytes; /* 32-bit registers */
    uint64_t since;                  /* the cycle up to which it is accounted */
} held_t;

typedef struct {
    bool asleep;
    uint64_t from, wake_cycle;
    uint64_t *class, *mon; /* counters the slept cycles belong to; mon NULL: none */
} sleep_t;

typedef struct { /* a warp, against its state when the watch began */
    const winst_t *head;
    uint64_t state;
    bool issued, again;
} watched_t;

typedef struct {
    uint64_t deeds;
    bool on;
    watched_t warp[SM_WARPS];
    uint32_t lid[SM_SLOTS]; /* of the CTAs */
} watch_t;

struct sm {
    sm_env_t env;
    sm_cfg_t cfg;
    warps_t *warps;
    const warp_mask_t *mask; /* of the warps, by scheduler */
    fetch_t *fetch;
    units_t *units;
    uint32_t owner[UNIT_COUNT]; /* scheduler first in line for a contended unit */
    opnd_t *opnd;               /* NULL: operands are read at issue */
    ldst_t *ldst;
    l1_t *l1[CLIENT_COUNT];
    uint64_t l1_next; /* the cycle the caches have not been ticked for */
    wheel_t *wheel;
    arbs_t arbs;
    int32_t reporting;             /* slot at the completion port, -1: none */
    uint64_t port_free[SM_SCHEDS]; /* first cycle in which each scheduler may issue again */
    bool offered;                  /* an arbiter had a warp to grant in this cycle */
    bool ldst_refused;             /* a cache refused the LD/ST unit's transaction in this cycle */
    held_t held;
    sleep_t sleep;
    monitor_t mon;
    sm_work_t work[SCHED_KERNELS]; /* instructions by table entry, since they were taken */
    sm_counters_t st;
    uint64_t unit_insts[UNIT_COUNT]; /* issued */
    uint64_t lane_ops[LAT_COUNT];    /* lanes that executed in a pipeline; for the energy model */
    watch_t watch;
};

/* sm_watch.c: warp w, which has not ended, has executed an instruction while the watch is on */
void sm_watch_issue(sm_t *sm, uint32_t w);

/* sm_sleep.c */
void sm_account_slept(sm_t *sm, uint64_t now); /* cycles slept so far; no-op if awake */
void sm_catch_up(sm_t *sm, uint64_t now);      /* the caches slept as well: ticks what is before `now` */
/* After a cycle without a warp that could issue. */
void sm_maybe_sleep(sm_t *sm, uint64_t now, uint64_t *class, uint64_t *mon);

/* sm_task.c: loads of the task window's word 0 */
void sm_task_resume(sm_t *sm, uint32_t w); /* the answers are there: executed, and the warp goes on */

/* sm_stats.c */
void sm_register_stats(sm_t *sm, const char *path);

#endif
