/* warps.h - the warps of an SM and their CTAs: next instruction, scoreboard, barrier, fence, end.
 *
 * Warp w belongs to scheduler w mod N and is bit w / N of that scheduler's masks. With `halves`, a CTA's warps are
 * dealt to the schedulers of its half at the start of the CTA, and warp w is bit w. The masks hold all that issue
 * needs, so a cycle costs a few word operations however many warps are resident.
 *
 * A warp has a head, its next instruction, and behind it a number of decoded instructions in the instruction buffer. It
 * may issue when no register of its head, source or destination, has a pending result in the scoreboard: with in-order
 * issue this covers RAW, WAW and WAR. */
#ifndef CTADEL_SM_WARPS_H
#define CTADEL_SM_WARPS_H

#include "config/machine.h"
#include "isa/barriers.h"
#include "isa/frontend.h"
#include "sm/sm_counters.h"
#include "sm/sm_limits.h"
#include "sm/wheel.h"

typedef struct warps warps_t;

typedef struct {       /* of one scheduler: bit per scheduler-local warp number */
    uint64_t resident; /* has instructions left */
    uint64_t have;     /* the head is decoded */
    uint64_t clear;    /* ... and none of its registers has a pending result */
    uint64_t held;     /* waits at a barrier or fence, for copies, an atomic or work */
    uint64_t wait_mem; /* its head needs a register that memory writes; or waits for copies, an atomic or work */
    uint64_t longlat;  /* its head reads a long-latency register (cfg.longlat) */
    uint64_t load;     /* its head is a load that looks into the L1D */
    uint64_t writes;   /* its head has REACH_WRITES */
    uint64_t unit[UNIT_COUNT]; /* by the head's unit; last, as those of a few units are read most */
} warp_mask_t;

typedef struct { /* one line of the host's cache */
    fe_cta_t *fe;
    const kernel_launch_t *launch; /* of its CTA, as are code and kid */
    const winst_t *head;           /* next instruction; NULL: the warp has ended */
    uint64_t fetch_bytes;          /* address in the code that its next fetch looks up */
    uint32_t code;                 /* code region of its instructions */
    uint32_t stores;               /* store transactions not acknowledged */
    uint16_t wait_reg;             /* register that the head waits for; SCOREBOARD_NO_REG: none */
    uint16_t inflight;             /* instructions issued, result not written; warps_keep */
    uint16_t storing;              /* stores and reductions issued, not over */
    uint8_t kid;                   /* entry of the dispatcher's kernel table */
    uint8_t slot, index;           /* CTA slot; warp number in the CTA */
    uint8_t buffered;              /* decoded instructions, head included */
    uint8_t unit;                  /* the one whose mask has the warp */
    uint8_t executes;              /* units_executing of the head */
    bool fenced;                   /* waits at a fence */
    bool atomic;                   /* waits for the answer to its atomic or reduction */
    uint8_t awaited;               /* bit g: it waits for copies of group g */
} warp_t;

typedef struct {
    const kernel_launch_t *launch; /* NULL: slot is free */
    fe_cta_t *fe;
    uint64_t warps;     /* bit w: SM warp w */
    uint32_t code;      /* code region of its instructions */
    uint8_t kid;        /* entry of the dispatcher's kernel table */
    uint8_t live;       /* warps not ended */
    uint8_t unfinished; /* warps not ended, or with results or stores outstanding */
    barriers_t barriers;
    uint64_t released[BARRIERS_MAX]; /* by barrier: warps that its EV_BARRIER releases */
} cta_t;

typedef struct { /* position of an SM warp in the masks */
    uint32_t sched;
    uint64_t bit;
} warp_place_t;

/* halves: CTAs are dealt to halves of the schedulers, of which there are at least two. The release of a barrier is an
 * EV_BARRIER event of the wheel. Borrows cfg, the wheel and the counters. NULL only when out of memory. */
warps_t *warps_create(const sm_cfg_t *cfg, bool halves, wheel_t *wheel, sm_counters_t *counters);
void warps_destroy(warps_t *ws); /* NULL is fine; ends resident CTAs in the front end */

/* Read only; the pointers stay valid as long as ws. */
const warp_mask_t *warps_masks(const warps_t *ws); /* by scheduler */
const warp_t *warps_at(const warps_t *ws, uint32_t w);
const cta_t *warps_cta(const warps_t *ws, uint32_t slot);
const cta_t *warps_cta_of(const warps_t *ws, uint32_t w);
const uint64_t *warps_of_kernels(const warps_t *ws); /* by table entry: bit per SM warp of its CTAs */
uint32_t warps_kernels(const warps_t *ws);           /* table entries up to the highest that has had a CTA here */
warp_place_t warps_place(const warps_t *ws, uint32_t w);
uint32_t warps_number(const warps_t *ws, uint32_t sched, uint32_t local); /* SM warp of a scheduler-local number */
uint64_t warps_absent(const warps_t *ws); /* scheduler-local numbers beyond the machine's warps */

/* Starts a CTA in a free slot with the lowest free warps; cta gives launch, fe, code and kid. share[i]: its warps in
 * the masks of scheduler i. */
void warps_cta_begin(warps_t *ws, const cta_t *cta, uint32_t slot, uint32_t half, uint64_t share[SM_SCHEDS]);
void warps_cta_end(warps_t *ws, uint32_t slot); /* after its report: frees slot and warps */
bool warps_finished(const warps_t *ws);         /* a finished CTA has not been taken */
uint32_t warps_take_finished(warps_t *ws);      /* takes the one with the lowest slot; returns the slot */

/* A drained warp leaves its CTA when the fetch stage finds it. Only a fetch policy that searches once a cycle does so.
 */
static inline bool warps_searched(const sm_cfg_t *cfg)
{
    return cfg->warp_ends == WARP_ENDS_SEARCHED && cfg->fetch_policy == FETCH_NULL_1;
}
/* warps_searched: bit per SM warp that has ended and drained; warps_leave takes it out of its CTA. */
uint64_t warps_drained(const warps_t *ws);
void warps_leave(warps_t *ws, uint32_t w);

/* Fetch. */
uint64_t warps_want_fetch(const warps_t *ws); /* bit per SM warp with an empty buffer and no outstanding fetch */
uint64_t warps_take_advanced(warps_t *ws);    /* bit per SM warp that used up an instruction since the last call */
void warps_fetching(warps_t *ws, uint32_t w);
void warps_decoded(warps_t *ws, uint32_t w, uint32_t count); /* a fetch delivered `count` instructions */
void warps_deliver(warps_t *ws, uint32_t w);                 /* SUB_CORES_STAGED: one more instruction */

/* With issue-control units: of the scheduler's warps, those whose head may issue; the scoreboard does not say so. */
void warps_allow(warps_t *ws, uint32_t sched, uint64_t allowed);
/* Issue. warps_promise: the head's destinations become pending; call it before warps_advance. */
void warps_promise(warps_t *ws, uint32_t w, const winst_t *in, uint32_t space);
/* The head has executed: moves to the next instruction or to the end */
void warps_advance(warps_t *ws, uint32_t w);
void warps_hold_poll(warps_t *ws, uint64_t now, uint32_t w); /* after an exec with `again` */
void warps_poll(warps_t *ws, uint64_t now, uint32_t w);      /* EV_POLL */
void warps_fence(warps_t *ws, uint32_t w);                   /* the head is a fence: holds the warp as cfg.fence says */
bool warps_fence_over(warps_t *ws);                          /* FENCE_RESULTS: one has ended since the last call */
void warps_atomic(warps_t *ws, uint32_t w);                  /* holds the warp until warps_answered */
void warps_copy(warps_t *ws, uint32_t w, uint8_t group);     /* the head is a copy of this group (one bit) */
/* Holds the warp until its copies of these groups are done */
void warps_await(warps_t *ws, uint32_t w, uint8_t groups);
void warps_barrier_arrive(warps_t *ws, uint64_t now, uint32_t w, const winst_exec_t *x);
void warps_barrier_check(warps_t *ws, uint64_t now, uint32_t slot); /* after a warp has ended */
void warps_barrier_open(warps_t *ws, uint32_t id);                  /* an EV_BARRIER with this id is due */

/* Completion. */
void warps_release(warps_t *ws, uint32_t w, const winst_t *inst); /* inst has written its results */
/* The warp does not end between the two calls: one of its instructions is still to be read. */
void warps_keep(warps_t *ws, uint32_t w);
void warps_let_go(warps_t *ws, uint32_t w);
void warps_answered(warps_t *ws, uint32_t w); /* ends the wait for an atomic; no-op without one */
void warps_store_sent(warps_t *ws, uint32_t w, uint32_t count);
void warps_store_acked(warps_t *ws, uint32_t w);
void warps_copied(warps_t *ws, uint32_t w, uint8_t group); /* a copy of this group is done */
void warps_wait_for_work(warps_t *ws, uint32_t w);         /* holds the warp until warps_resume, as for a cache miss */
void warps_resume(warps_t *ws, uint32_t w);                /* its load of the task window has executed */

#endif
