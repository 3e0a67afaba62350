/* sm.h - one streaming multiprocessor: warps, scoreboard, pipelines, LD/ST unit, L1 caches.
 *
 * A core cycle of an awake SM: sm_begin (replies, messages of other SMs, results, LD/ST, fetch: afterwards it is known
 * which warps may issue), sm_issue (asks the warp arbiters through the seam and executes what they grant), sm_end
 * (accounts the cycle, with LINE_FETCHES fetches, and decides whether the SM may sleep). A sleeping SM is not called
 * until sm_due, a reply, or a new CTA. Its slept cycles are accounted when it wakes, with the same counts as if it had
 * been called. While no other unit can notice or disturb it, an SM may also carry out its next cycles at once
 * (sm_run_ahead).
 *
 * Where the machine file has operand collectors, instructions pass them on the way to their pipeline and compete for
 * register banks and result ports; loaded data competes for the write-back register (opnd.h, ldst.h). On other machines
 * operands are read at issue and a result always finds a port.
 *
 * Not modelled: replay of partially issued memory instructions. */
#ifndef CTADEL_SM_SM_H
#define CTADEL_SM_SM_H

#include "isa/frontend.h"
#include "mem/memsys.h"
#include "mem/sm_network.h"
#include "policy/issues.h"
#include "policy/scheduler.h"
#include "sm/sm_limits.h"
#include "stats/stats.h"

typedef struct sm sm_t;

typedef struct { /* what an SM is plugged into; copied */
    const machine_t *machine;
    uint32_t id;
    memsys_t *memsys;
    sm_network_t *network; /* NULL: none */
    const sched_ops_t *sched;
    void *sched_self;
    const issue_ops_t *issues; /* NULL: ISSUE_BY_SCOREBOARD */
    void *issues_self;
    stats_t *stats;
    bool victim_tags; /* the arbiters read arb_in_t.victim */
    bool turns;       /* the arbiters read arb_in_t.serve */
    bool every_cycle; /* the arbiters are stepped in each cycle in which the SM has a CTA */
    bool halves;      /* a CTA's warps are dealt to the schedulers of its half; needs two of them */
} sm_env_t;

sm_t *sm_create(const sm_env_t *env, const char *path); /* NULL only when out of memory */
void sm_destroy(sm_t *sm);                              /* NULL is fine */

typedef struct {                   /* a kernel as its CTAs see it; copied */
    const kernel_launch_t *launch; /* must outlive them */
    uint32_t kid;                  /* entry of the dispatcher's kernel table */
    uint32_t code;                 /* code region of its instructions; the same for kernels of one name */
} sm_kernel_t;

typedef struct {           /* grouping of a CTA, from the dispatcher to the warp schedulers */
    uint32_t partner_slot; /* slot of an earlier CTA of its block [LCS §4.2]; its own slot: it begins a block */
    uint32_t half;         /* schedulers that serve it: HALF_... */
} cta_group_t;

/* Starts a CTA in a free slot; its warps may issue once their first fetch is back. False: err says why. */
bool sm_cta_begin(sm_t *sm, uint64_t now, const sm_kernel_t *kernel, const cta_place_t *place, const cta_group_t *group,
                  err_t *err);

/* True: a finished CTA is at the completion port; *slot stays stable until sm_done_taken. */
bool sm_done_pending(const sm_t *sm, uint32_t *slot);
void sm_done_taken(sm_t *sm, uint64_t now);

typedef enum {
    SM_ISSUED, /* all schedulers have */
    SM_PARKED, /* one has granted an instruction with a longer reach than allowed; it has not executed */
    SM_FAILED  /* err names a user error in a kernel */
} sm_issue_t;

/* In a cycle of which an SM has carried out a part ahead, the three calls carry out the rest. */
void sm_begin(sm_t *sm, uint64_t now);
/* paused: bit per CTA slot. reach: what the instructions may touch that execute now; a parked SM goes on in
 * sm_issue_rest, where they may touch anything. */
sm_issue_t sm_issue(sm_t *sm, uint64_t now, slot_mask_t paused, reach_t reach, err_t *err);
sm_issue_t sm_issue_rest(sm_t *sm, err_t *err); /* never SM_PARKED */
void sm_end(sm_t *sm, uint64_t now);
/* After sm_begin. False: no instruction with REACH_WRITES issues in this cycle. */
bool sm_may_write(const sm_t *sm);

/* After sm_end: carries out the next cycles before `until`, up to the first exchange with another unit: a request, a
 * report, an instruction with a longer reach. Until then no reply and no CTA may come, and `paused` may not change. */
void sm_run_ahead(sm_t *sm, uint64_t until, slot_mask_t paused, reach_t reach);
bool sm_exchanges(const sm_t *sm);        /* the next cycle begins with an exchange: sm_run_ahead would do nothing */
uint64_t sm_ahead_cycles(const sm_t *sm); /* carried out whole in sm_run_ahead so far */
/* Before sm_begin of cycle `now`: it has carried out a part of this cycle or of a later one */
bool sm_is_ahead(const sm_t *sm, uint64_t now);
/* After sm_end and sm_task_answer: the next cycle in which the SM is called if no reply, CTA or answer of the task unit
 * comes before; UINT64_MAX: none. */
uint64_t sm_due(const sm_t *sm);
uint64_t sm_issued_cycle(const sm_t *sm); /* in which it issued last; it may have run ahead to it */
/* Accounts the cycles before `now` as slept; no-op if awake. begun: the sm_begin of this cycle is over, and was slept.
 */
void sm_wake(sm_t *sm, uint64_t now, bool begun);

/* Writes the SM's monitor counts since the last call to its entries of `mon`; *_part are the counts of table entry kid.
 * A harness whose policies need monitors calls it at least every MON_CYCLES cycles, before sm_issue. */
void sm_monitor(sm_t *sm, uint64_t now, uint32_t kid, disp_mon_t *mon);

typedef struct { /* work of a kernel's CTAs on an SM */
    uint64_t warp_insts, thread_insts;
    uint64_t busy[UNIT_NONE]; /* unit-cycles in which a pipeline is taken. LD/ST counts as one unit: cycles with an
                                 instruction in its address phase */
} sm_work_t;
/* Adds to *sum the work of table entry `kid` since the last call. */
void sm_take_work(sm_t *sm, uint32_t kid, sm_work_t *sum);

/* Thread contexts that wait for work: bit warp * warp_lanes + lane, with the SM's warp number. */
uint64_t sm_task_want(const sm_t *sm);
/* Writes a waiting context's task window. The warp continues after the latency of shared memory, once all of its
 * waiting lanes are answered. */
void sm_task_answer(sm_t *sm, uint64_t now, uint32_t context, const uint32_t word[TASK_WORDS]);

bool sm_holds(const sm_t *sm, uint32_t slot); /* the slot has a CTA */
uint32_t sm_resident_ctas(const sm_t *sm);
uint64_t sm_issued(const sm_t *sm);              /* warp instructions so far */
uint64_t sm_busy(const sm_t *sm, uint32_t unit); /* unit-cycles so far, as in sm_work_t */
uint64_t sm_classified(const sm_t *sm);          /* cycles so far, summed over their classes */
/* After a kernel's end: starts to write the dirty lines to the next level. True: no CTA is resident, and the data and
 * texture caches are emptied too; false: CTAs of other kernels keep their lines. Takes cycles where lines are dirty
 * (sm_written); wakes the SM. */
bool sm_flush_caches(sm_t *sm, uint64_t now);
/* l1_resize of the L1D; l1_invalidate of all caches; l1_recall of all: units of 32 bytes that were dirty. A sleeping SM
 * must wake in this cycle: an access that was refused may be admitted now. */
void sm_resize_l1d(sm_t *sm, uint32_t ways);
void sm_empty_caches(sm_t *sm);
uint8_t sm_recall(sm_t *sm, uint64_t addr, uint32_t bytes);
void sm_traffic(const sm_t *sm, traffic_t *t); /* adds what L1D and shared memory moved so far */
bool sm_awaits_lines(const sm_t *sm);          /* a line of instructions or constants is on its way to a sub-core */
bool sm_written(const sm_t *sm); /* the next level has acknowledged the lines of the last sm_flush_caches */
/* Brings lazily kept counters (CTA residency, slept cycles) up to `now`, before a dump. */
void sm_settle(sm_t *sm, uint64_t now);
/* Stores, atomics, copies, barriers and exits so far. While none happens, a warp's next instructions depend on its
 * registers alone. */
uint64_t sm_effects(const sm_t *sm);
/* true: records the state of each resident warp and compares later states with it; false: stops. */
void sm_watch(sm_t *sm, bool on);
/* True: each resident warp that issued since sm_watch has returned to its recorded state. text: the first of them; "":
 * none issued. */
bool sm_repeats(const sm_t *sm, char *text, uint32_t text_bytes);
/* One line for a deadlock report: resident CTAs, what their warps wait for, the first warp's source line. */
void sm_describe(const sm_t *sm, char *text, uint32_t text_bytes);
/* One line on the first resident diverged warp: where its lanes are; "": there is none. */
void sm_describe_paths(const sm_t *sm, char *text, uint32_t text_bytes);

#endif
