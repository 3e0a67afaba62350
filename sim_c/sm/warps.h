/* warps.h - the warps of an SM and the CTAs they belong to: next instruction, scoreboard, barrier, fence, end.
 *
 * Warp w belongs to scheduler w mod N and is bit w / N of that scheduler's masks; where CTAs are dealt to halves of
 * the schedulers, to the one that its CTA's start has said, and is bit w. The masks say all that issue needs, so a
 * cycle costs a few word operations however many warps are resident.
 *
 * A warp has the instruction at its head, and behind it in the instruction buffer a number of decoded ones. Its
 * registers with a result under way are in the scoreboard; it may issue when its head needs none of them (in-order
 * issue, so sources and destinations cover RAW, WAW and WAR). */
#ifndef CTADEL_SM_WARPS_H
#define CTADEL_SM_WARPS_H

#include "config/machine.h"
#include "isa/barriers.h"
#include "isa/frontend.h"
#include "sm/sm_counters.h"
#include "sm/sm_limits.h"
#include "sm/wheel.h"

typedef struct warps warps_t;

typedef struct {               /* bits are the scheduler's own warp numbers */
    uint64_t resident;         /* has instructions left */
    uint64_t have;             /* next instruction is decoded */
    uint64_t clear;            /* ... and none of its registers is pending */
    uint64_t held;             /* waits at a barrier or fence, or for work */
    uint64_t wait_mem;         /* its next instruction needs a register that memory will write */
    uint64_t longlat;          /* it reads a register that counts as long (cfg.longlat) */
    uint64_t unit[UNIT_COUNT]; /* the next instruction's unit */
    uint64_t load;             /* it is a load that looks into the L1D */
} warp_mask_t;

typedef struct {
    fe_cta_t *fe;
    const winst_t *head; /* next instruction, NULL: ended */
    uint16_t wait_reg;   /* the register head waits for, SCOREBOARD_NO_REG: none */
    uint16_t inflight;   /* issued, result not written */
    uint32_t stores;     /* transactions not acknowledged */
    uint8_t slot, index; /* CTA slot, warp number in the CTA */
    uint8_t buffered;    /* decoded instructions, head included */
    bool fenced;
    uint8_t awaited;              /* groups of copies that it waits for */
    uint16_t copies[COPY_GROUPS]; /* of each group, not done */
} warp_t;

typedef struct {
    const kernel_launch_t *launch; /* NULL: slot is free */
    fe_cta_t *fe;
    uint64_t warps;     /* bit w: SM warp w */
    uint32_t code;      /* region of its instructions */
    uint8_t kid;        /* entry of the dispatcher's table */
    uint8_t live;       /* warps not ended */
    uint8_t unfinished; /* warps not ended or with work in flight */
    barriers_t barriers;
    uint64_t released[BARRIERS_MAX]; /* warps that the barrier's event releases */
} cta_t;

typedef struct { /* where an SM warp stands in the masks */
    uint32_t sched;
    uint64_t bit;
} warp_place_t;

/* halves: CTAs are dealt to halves of the schedulers. Barriers become events (EV_BARRIER) of the wheel. Borrows
 * the wheel, and the counters that it counts in. NULL only when out of memory. */
warps_t *warps_create(const sm_cfg_t *cfg, bool halves, wheel_t *wheel, sm_counters_t *counters);
void warps_destroy(warps_t *ws); /* NULL is fine; ends CTAs in the front end */

/* Read only, valid as long as ws. */
const warp_mask_t *warps_masks(const warps_t *ws); /* by scheduler */
const warp_t *warps_at(const warps_t *ws, uint32_t w);
const cta_t *warps_cta(const warps_t *ws, uint32_t slot);
const cta_t *warps_cta_of(const warps_t *ws, uint32_t w);
const uint64_t *warps_of_kernels(const warps_t *ws); /* by table entry: SM warps of its CTAs */
warp_place_t warps_place(const warps_t *ws, uint32_t w);
uint32_t warps_number(const warps_t *ws, uint32_t sched, uint32_t local); /* the SM warp that a scheduler calls so */
uint64_t warps_absent(const warps_t *ws); /* scheduler-local numbers that this machine does not have */

/* A CTA, whose state in the front end is fe, arrives in a free slot and takes the lowest free warps.
 * share: bits of its warps in each scheduler's masks. */
void warps_cta_begin(warps_t *ws, const cta_t *cta, uint32_t slot, uint32_t half, uint64_t share[SM_SCHEDS]);
void warps_cta_end(warps_t *ws, uint32_t slot); /* reported: slot and warps are free again */
bool warps_finished(const warps_t *ws);         /* a CTA is without work and not taken */
uint32_t warps_take_finished(warps_t *ws);      /* its slot; the lowest one */

/* Fetch. */
uint64_t warps_want_fetch(const warps_t *ws); /* SM warps whose buffer is empty, and no fetch under way */
void warps_fetching(warps_t *ws, uint32_t w);
void warps_decoded(warps_t *ws, uint32_t w, uint32_t count); /* fetch delivered `count` instructions */

/* Issue: what the head promises, before it moves on. */
void warps_promise(warps_t *ws, uint32_t w, const winst_t *in, uint32_t space);
void warps_advance(warps_t *ws, uint32_t w);               /* the head has executed: the next one, or the end */
void warps_fence(warps_t *ws, uint32_t w);                 /* holds the warp until its stores are acknowledged */
void warps_copy(warps_t *ws, uint32_t w, uint8_t group);   /* the head is one of this group */
void warps_await(warps_t *ws, uint32_t w, uint8_t groups); /* holds the warp until its copies of these are done */
void warps_barrier_arrive(warps_t *ws, uint64_t now, uint32_t w, const winst_exec_t *x);
void warps_barrier_check(warps_t *ws, uint64_t now, uint32_t slot); /* after a warp has ended */
void warps_barrier_open(warps_t *ws, uint32_t id);                  /* EV_BARRIER's */

/* Completion. */
void warps_release(warps_t *ws, uint32_t w, const winst_t *inst); /* results written: inst left the pipe */
void warps_store_sent(warps_t *ws, uint32_t w, uint32_t count);
void warps_store_acked(warps_t *ws, uint32_t w);
void warps_copied(warps_t *ws, uint32_t w, uint8_t group); /* a copy of it is done */
void warps_wait_for_work(warps_t *ws, uint32_t w);         /* as for a cache miss, before its next instruction */
void warps_resume(warps_t *ws, uint32_t w);                /* that has executed */

#endif
