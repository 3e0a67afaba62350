/* sm.h - one streaming multiprocessor: warps, scoreboard, pipelines, LD/ST unit, L1 caches.
 *
 * A core cycle of an awake SM: sm_begin (replies, results, LD/ST, fetch: afterwards it is known which
 * warps may issue), sm_issue (asks the warp arbiters through the seam and executes what they grant),
 * sm_end (accounts the cycle, decides whether the SM may sleep). An SM that sleeps is not called
 * until sm_wake_cycle, a reply, or a new CTA; the cycles it slept are accounted when it wakes, and
 * are the same as if it had been called.
 *
 * Where the machine file has operand collectors, instructions pass them on the way to their pipeline,
 * compete for register banks and result ports, and loaded data for its write-back register (opnd.h, ldst.h). Elsewhere
 * operands are read at issue and results always find a port.
 *
 * Not modelled: replay of partially issued memory instructions. */
#ifndef CTADEL_SM_SM_H
#define CTADEL_SM_SM_H

#include "isa/frontend.h"
#include "mem/memsys.h"
#include "policy/scheduler.h"
#include "sm/sm_limits.h"
#include "stats/stats.h"

typedef struct sm sm_t;

typedef struct { /* what an SM is plugged into; copied */
    const machine_t *machine;
    uint32_t id;
    memsys_t *memsys;
    const sched_ops_t *sched;
    void *sched_self;
    stats_t *stats;
    bool victim_tags; /* the arbiters want arb_in_t.victim */
    bool turns;       /* they want arb_in_t.serve */
    bool halves;      /* a CTA's warps are dealt to the schedulers of its half; needs two of them */
} sm_env_t;

sm_t *sm_create(const sm_env_t *env, const char *path); /* NULL only when out of memory */
void sm_destroy(sm_t *sm);                              /* NULL is fine */

typedef struct {                   /* a kernel as its CTAs see it; copied */
    const kernel_launch_t *launch; /* must outlive them */
    uint32_t kid;                  /* entry of the dispatcher's table */
    uint32_t code;                 /* region its instructions are fetched from; equal for equal code */
} sm_kernel_t;

typedef struct {        /* what the dispatcher says of a CTA to the warp schedulers */
    uint32_t mate_slot; /* where another CTA of its block stands, or stood; its own slot when it begins one */
    uint32_t half;      /* HALF_... */
} cta_group_t;

/* A CTA arrives in its slot; its warps may issue once fetched. */
bool sm_cta_begin(sm_t *sm, uint64_t now, const sm_kernel_t *kernel, const cta_place_t *place, const cta_group_t *group,
                  err_t *err);

/* A finished CTA waits to be reported. The slot stays the same until sm_done_taken. */
bool sm_done_pending(const sm_t *sm, uint32_t *slot);
void sm_done_taken(sm_t *sm, uint64_t now);

void sm_begin(sm_t *sm, uint64_t now);
bool sm_issue(sm_t *sm, uint64_t now, uint16_t paused, err_t *err); /* false: user error in a kernel */
void sm_end(sm_t *sm, uint64_t now);

bool sm_awake(const sm_t *sm);
uint64_t sm_wake_cycle(const sm_t *sm); /* of a sleeping SM; UINT64_MAX: only an event wakes it */
void sm_wake(sm_t *sm, uint64_t now);   /* accounts cycles before now as slept; no-op if awake */

/* What the SM's monitors counted since the last call, into its entries of `mon`; parts: those of table entry
 * kid. Called at least every MON_CYCLES cycles, before sm_issue, by a harness whose policies need it. */
void sm_monitor(sm_t *sm, uint64_t now, uint32_t kid, disp_mon_t *mon);

typedef struct { /* what the CTAs of a kernel did on an SM */
    uint64_t warp_insts, thread_insts;
    uint64_t busy[UNIT_NONE]; /* unit-cycles: a pipeline is taken; of LD/ST, which is one unit whatever
                                 issues to it, an instruction is in its address phase */
} sm_work_t;
/* Adds that of the CTAs of table entry `kid` since the last call to *sum. */
void sm_take_work(sm_t *sm, uint32_t kid, sm_work_t *sum);

/* Thread contexts that wait for a piece of work: bit context, which is lane by lane, warp by warp of the SM. */
uint64_t sm_task_want(const sm_t *sm);
/* The words of a waiting context's task window from now on. When all of its warp have theirs, they go on after the
 * latency of shared memory. */
void sm_task_answer(sm_t *sm, uint64_t now, uint32_t context, const uint32_t word[TASK_WORDS]);

uint32_t sm_resident_ctas(const sm_t *sm);
uint64_t sm_issued(const sm_t *sm);              /* warp instructions so far */
uint64_t sm_busy(const sm_t *sm, uint32_t unit); /* unit-cycles so far, as in sm_work_t */
uint64_t sm_classified(const sm_t *sm);          /* cycles so far, summed over their classes */
/* A kernel has ended: dirty lines are written below, and without a resident CTA (true) the caches are
 * emptied, but for those of instructions and constants; CTAs of other kernels keep their lines. Takes cycles where
 * lines are dirty; the SM is awake afterwards. */
bool sm_flush_caches(sm_t *sm, uint64_t now);
/* As l1_recall, of all caches. */
uint8_t sm_recall(sm_t *sm, uint64_t addr, uint32_t bytes);
bool sm_written(const sm_t *sm); /* what was dirty then has been acknowledged */
/* Brings lazily kept counters (CTA residency, slept cycles) up to `now`, before a dump. */
void sm_settle(sm_t *sm, uint64_t now);
/* Stores, atomics, barriers and ends of warps so far: without any, what a warp does next depends on its registers
 * alone. */
uint64_t sm_deeds(const sm_t *sm);
/* true: records the state of each resident warp and compares later states with it; false: stops. */
void sm_watch(sm_t *sm, bool on);
/* Each resident warp that issued since then has returned to its recorded state. *text: the first of these, "": none. */
bool sm_repeats(const sm_t *sm, char *text, uint32_t text_bytes);
/* One line for a deadlock report: resident CTAs, what their warps wait for, a source line. */
void sm_describe(const sm_t *sm, char *text, uint32_t text_bytes);

#endif
