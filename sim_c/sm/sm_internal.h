/* sm_internal.h - fields of an SM, shared by the sm_*.c files.
 *
 * Warp w belongs to scheduler w mod N and is bit w / N of that scheduler's masks; where CTAs are dealt to
 * halves of the schedulers, to the one that its CTA's start has said, and is bit w. The masks say all
 * that issue needs, so a cycle costs a few word operations however many warps are resident. */
#ifndef CTADEL_SM_SM_INTERNAL_H
#define CTADEL_SM_SM_INTERNAL_H

#include "mem/coalesce.h"
#include "mem/l1.h"
#include "sm/sm.h"
#include "sm/wheel.h"

enum {
    SM_WARPS = SCHED_WARPS_MAX,
    SM_SLOTS = SCHED_SLOTS_MAX,
    SM_SCHEDS = 4,
    SM_PIPES = 16,
    PEND_WORDS = SM_FLAT_REGS_MAX / 64,
    OPND_COLLECTORS = 64,
    OPND_WIDTH = 8,
    NO_REG = 0xffff,
    NO_WARP = 0xff
};

enum { CLIENT_L1D, CLIENT_L1I, CLIENT_L1C, CLIENT_COUNT };
#define TOKEN_STORE UINT32_C(0x80000000) /* L1D token of a store: | warp; else a load entry */

typedef struct {               /* bits are the scheduler's own warp numbers */
    uint64_t resident;         /* has instructions left */
    uint64_t have;             /* next instruction is decoded */
    uint64_t clear;            /* ... and none of its registers is pending */
    uint64_t held;             /* waits at a barrier or fence */
    uint64_t wait_mem;         /* its next instruction needs a register that memory will write */
    uint64_t longlat;          /* it reads a register that counts as long (cfg.longlat) */
    uint64_t unit[UNIT_COUNT]; /* the next instruction's unit */
    uint64_t load;             /* it is a load that looks into the L1D */
    uint64_t victim;           /* lost a line it had in the L1D; an event the arbiter has not seen */
} warp_mask_t;

typedef struct { /* 64 registers of a warp: those with a result under way; side by side, as they are touched together */
    uint64_t any;
    uint64_t mem;  /* ... that comes from memory */
    uint64_t slow; /* loaded from outside the SM, and not cleared yet: cfg.longlat */
} pending_t;

typedef struct {
    fe_cta_t *fe;
    const winst_t *head; /* next instruction, NULL: ended */
    uint16_t wait_reg;   /* the register head waits for, NO_REG: none */
    uint16_t inflight;   /* issued, result not written */
    uint32_t stores;     /* transactions not acknowledged */
    uint8_t slot, index; /* CTA slot, warp number in the CTA */
    uint8_t buffered;    /* decoded instructions, head included */
    bool fetching, fenced;
} warp_t;

typedef struct {
    const kernel_launch_t *launch; /* NULL: slot is free */
    fe_cta_t *fe;
    uint64_t warps;        /* bit w: SM warp w */
    uint32_t code;         /* region of its instructions */
    uint8_t kid;           /* entry of the dispatcher's table */
    uint8_t live, arrived; /* warps not ended; warps at the barrier */
    uint8_t unfinished;    /* warps not ended or with work in flight */
} cta_t;

enum { LDST_WORDS_MAX = 4, LDST_TXN_MAX = LDST_WORDS_MAX * WARP_LANES_MAX }; /* local words lie in lines of their own */

typedef struct { /* a warp memory instruction between issue and its last result */
    const winst_t *inst;
    uint64_t ready_cycle; /* shared memory: banks are free again */
    uint32_t remaining;   /* answers outstanding */
    uint16_t next, count; /* transactions accepted, total */
    uint8_t warp, space, op;
    bool started;
    uint32_t waits; /* lanes whose answer the task unit owes; of a load that waits for work */
    bool resumes;   /* it is one: executed when they have it */
    mem_txn_t txn[LDST_TXN_MAX];
    uint32_t conflict_cycles;
} ldst_t;

typedef struct { /* an instruction between issue and its unit */
    const winst_t *inst;
    uint16_t entry; /* of a memory instruction */
    uint8_t warp;
} issued_t;

typedef struct { /* first in, first out */
    issued_t at[OPND_WIDTH];
    uint8_t head, used;
} opnd_places_t;

typedef struct { /* operand collectors; a bit of a mask is a collector, or a bank */
    opnd_places_t issued[UNIT_NONE], complete[UNIT_NONE]; /* before and behind the collectors */
    issued_t collector[OPND_COLLECTORS];
    uint8_t lacking[OPND_COLLECTORS]; /* operands still to be read */
    uint64_t free, ready, set[UNIT_NONE];
    uint8_t last[UNIT_NONE][OPND_WIDTH]; /* collector that used this way out last */
    uint64_t asked, written;             /* banks with reads waiting; written in this cycle */
    int16_t bank_head[64], bank_tail[64], next[OPND_COLLECTORS * WINST_SRC_MAX];
    uint8_t bank[SM_FLAT_REGS_MAX + SM_WARPS]; /* of a register, by its number plus the warp's */
    uint8_t results[WHEEL_CYCLES];             /* by cycle: results promised for it */
    uint32_t inside;                           /* instructions in any of the above places */
} opnd_t;

typedef struct {                 /* who fetches next */
    uint8_t turn[SCHED_KERNELS]; /* warp behind the one of that kernel that fetched last; null.1: [0] */
    uint8_t kernel;              /* whose turn it is */
    uint8_t waits;               /* warp whose bank was taken in the last cycle, NO_WARP: none */
} fetch_state_t;

typedef struct { /* an L1D access on its way to the look-up */
    l1_req_t req;
    uint64_t due_cycle;
} l1d_wait_t;

typedef struct {
    uint64_t active, idle, mem_stall, core_stall, total;
    uint64_t warp_insts, thread_insts, unit_insts[UNIT_COUNT], unit_busy[UNIT_NONE];
    uint64_t mem_insts, mem_txns, smem_insts, smem_conflicts, atoms, barriers, branches;
    uint64_t l1d_bank_conflicts, ldst_stall_mshr, ldst_stall_queue, ldst_stall_set;
    uint64_t fetches, ctas_begun, ctas_ended, cta_cycles, cta_max, empty_cycles;
    uint64_t results_due, results_done; /* register writes promised and made: must agree */
    uint64_t stores_sent, stores_acked;
    /* for the energy model */
    uint64_t reg_reads, reg_writes;   /* warp-wide */
    uint64_t lane_ops[LAT_COUNT];     /* lanes that executed in a pipeline */
    uint64_t reg_cycles, smem_cycles; /* allocated, summed over cycles */
    uint64_t operands_asked, operands_read, bank_conflicts, collector_waits, result_waits;
    uint64_t load_write_waits, ldst_stall_wait;
    uint64_t fetch_bank_conflicts;
} sm_stats_t;

typedef struct { /* counts since the last report to the dispatcher */
    uint64_t active, idle, mem;
    uint64_t sp[SCHED_KERNELS]; /* SP pipelines' cycles for each table entry, those to come included */
    uint64_t ldst[SCHED_KERNELS];
    uint8_t sp_kid[SM_PIPES]; /* for whom an SP pipeline was taken last */
    uint8_t inst[SM_SLOTS];
} monitor_t;

struct sm {
    sm_env_t env;
    sm_cfg_t cfg;
    uint32_t scheds, warps;     /* warp schedulers; warps per SM */
    uint32_t arb0;              /* this SM's first arbiter at the seam */
    uint32_t local_shift;       /* of an SM warp number, that is to be the scheduler's own */
    uint8_t sched_of[SM_WARPS]; /* scheduler of each SM warp */
    uint64_t absent;            /* scheduler-local warps that this machine does not have */

    warp_mask_t mask[SM_SCHEDS];
    uint64_t free_warps;                  /* SM warp numbers */
    uint64_t kernel_warps[SCHED_KERNELS]; /* the same: those of its CTAs */
    uint64_t want_fetch;                  /* SM warp numbers: buffer empty, no fetch under way */
    fetch_state_t fetch;
    warp_t warp[SM_WARPS];
    pending_t pending[SM_WARPS][PEND_WORDS];
    cta_t cta[SM_SLOTS];
    uint32_t resident;             /* CTAs */
    uint32_t regs_held, smem_held; /* by them: 32-bit registers, bytes */
    uint64_t cta_since;            /* cycle cta_cycles, reg_cycles, smem_cycles are settled up to */

    uint64_t pipe_free[UNIT_COUNT][SM_PIPES]; /* first cycle the pipeline takes another */
    uint32_t owner[UNIT_COUNT];               /* scheduler first in line for a contended unit */

    ldst_t *entry;        /* cfg.inflight_loads of them */
    uint16_t *entry_free; /* stack */
    uint32_t entries_free;
    uint16_t *ldst_queue; /* ring of entry numbers, cfg.ldst_queue long */
    uint32_t ldst_head, ldst_used;
    uint64_t task_want;            /* contexts that wait for a piece of work: bit warp * lanes + lane */
    uint16_t task_entry[SM_WARPS]; /* the load with which a warp waits */

    l1d_wait_t *l1d_wait; /* ring, l1d_wait_room long: accesses before the look-up */
    uint32_t l1d_wait_head, l1d_wait_used, l1d_wait_room;

    opnd_t *opnd;     /* NULL: operands are read at issue */
    uint16_t *answer; /* ring: load entries with a transaction to write back */
    uint32_t answer_head, answer_used, answer_room;
    int32_t writing; /* load entry in the write-back register, -1: none */

    l1_t *l1[CLIENT_COUNT];
    uint64_t l1_next; /* the cycle the caches have not been ticked for */
    wheel_t *wheel;

    uint32_t finished;   /* bit c: CTA slot c ended, not reported */
    int32_t reporting;   /* slot at the completion port, -1: none */
    uint32_t arb_events; /* bit i: arbiter i has an event to clock in */
    uint32_t arb_still;  /* bit i: it would answer `asked` with nobody again */
    arb_in_t asked[SM_SCHEDS];
    bool issued, asleep;
    uint64_t sleep_from, wake_cycle;
    uint64_t *sleep_class; /* counters the slept cycles belong to */
    uint64_t *sleep_mon;
    monitor_t mon;
    sm_work_t work[SCHED_KERNELS]; /* by table entry, since it was taken */
    sm_stats_t st;
};

static inline uint32_t sm_sched_of(const sm_t *sm, uint32_t w) { return sm->sched_of[w]; }

static inline uint64_t sm_bit_of(const sm_t *sm, uint32_t w) { return UINT64_C(1) << (w >> sm->local_shift); }

/* The SM warp that scheduler i calls `local`. */
static inline uint32_t sm_warp_of(const sm_t *sm, uint32_t i, uint32_t local)
{
    return local << sm->local_shift | (i & ((1u << sm->local_shift) - 1));
}

/* With collectors everything passes a pipeline, what has none of its own that of SP. */
static inline uint32_t sm_unit_of(const sm_t *sm, const winst_t *in)
{
    return sm->opnd && in->unit == UNIT_NONE ? UNIT_SP : in->unit;
}

static inline pending_t *pending_of(sm_t *sm, uint32_t w, uint32_t reg) { return &sm->pending[w][reg / 64]; }

static inline uint64_t reg_bit(uint32_t reg) { return UINT64_C(1) << (reg % 64); }

/* sm_warp.c */
void warp_start(sm_t *sm, uint32_t w, fe_cta_t *fe, uint32_t slot, uint32_t index);
void warp_decoded(sm_t *sm, uint32_t w, uint32_t count);      /* fetch delivered `count` instructions */
void warp_advance(sm_t *sm, uint32_t w);                      /* after exec: the next head, or the end */
void warp_release(sm_t *sm, uint32_t w, const winst_t *inst); /* results written: inst left the pipe */
void warp_store_acked(sm_t *sm, uint32_t w);
void barrier_arrive(sm_t *sm, uint64_t now, uint32_t w);
void barrier_open(sm_t *sm, uint32_t slot);
void barrier_check(sm_t *sm, uint64_t now, uint32_t slot); /* after a warp ended or arrived */
void warp_finish_check(sm_t *sm, uint32_t w);              /* ended and drained: leaves its CTA */

/* sm_ldst.c */
bool ldst_create(sm_t *sm);
bool ldst_queue_room(const sm_t *sm);
/* Fills an entry (one must be free) at issue; ldst_enter puts it into the queue, which has room. */
uint32_t ldst_prepare(sm_t *sm, uint32_t w, const winst_t *inst, const winst_exec_t *x);
void ldst_enter(sm_t *sm, uint64_t now, uint32_t entry);
void ldst_step(sm_t *sm, uint64_t now);          /* one cycle of L1D look-up and address phase */
void ldst_answer(sm_t *sm, uint32_t entry);      /* one transaction came back */
void ldst_shared_done(sm_t *sm, uint32_t entry); /* shared memory delivered */

/* sm_task.c: loads of the task window's word 0 */
void task_hold(sm_t *sm, uint32_t w);       /* at issue: the warp's next instruction is after the answer */
void task_ask(sm_t *sm, uint32_t entry);    /* it has passed the LD/ST unit */
void task_resume(sm_t *sm, uint32_t entry); /* the answers are there: executed, and the warp goes on */

/* sm_load.c: with collectors, loaded data passes one write-back register */
void load_arrived(sm_t *sm, uint32_t entry); /* a transaction's data waits for the register */
void load_write_step(sm_t *sm);

/* sm_monitor.c */
/* An instruction of warp w takes a pipeline of the unit for that long; LD/ST: holds the unit, pipe 0. */
void monitor_unit(sm_t *sm, uint32_t unit, uint32_t pipe, uint32_t w, uint32_t cycles);

/* sm_opnd.c: only with collectors */
bool opnd_create(sm_t *sm); /* nothing to do without */
uint32_t opnd_room(const sm_t *sm, uint32_t unit);
void opnd_push(sm_t *sm, uint32_t unit, issued_t what);
void opnd_step(sm_t *sm, uint64_t now);
void opnd_result(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in); /* takes its banks' cycle */
bool opnd_write_if_free(sm_t *sm, uint32_t w, const winst_t *in);        /* false: a bank is taken */

/* sm_fetch.c */
void fetch_step(sm_t *sm);
void fetch_done(sm_t *sm, uint32_t w);

/* sm.c */
void sm_account_residency(sm_t *sm, uint64_t now);

/* sm_cycle.c */
void sm_account_slept(sm_t *sm, uint64_t now); /* cycles slept so far; no-op if awake */
void caches_catch_up(sm_t *sm, uint64_t now);  /* they slept as well: ticks what is before `now` */

/* sm_stats.c */
void sm_register_stats(sm_t *sm, const char *path);

#endif
