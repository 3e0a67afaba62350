/* scheduler.h - the seam: what the dispatcher and the warp-issue arbiters see in a core cycle and
 * what they answer. Three engines implement it: rtl (Verilated), c (golden models), lockstep (both,
 * compared every cycle). The SM model never knows which one it talks to.
 *
 * One core cycle: the caller fills the inputs, calls step, and acts on the outputs. Outputs are
 * registered: they are the values right after the clock edge that sampled the inputs. */
#ifndef CTADEL_POLICY_SCHEDULER_H
#define CTADEL_POLICY_SCHEDULER_H

#include "base/err.h"
#include "monitors.h"
#include "policy/watch.h"
#include "registers.h" /* REG_...: addresses and fields of the dispatcher's registers (rtl/disp/registers.txt) */

#include <stdbool.h>
#include <stdint.h>

enum {
    SCHED_SMS_MAX = 32,   /* SMs of the built dispatcher */
    SCHED_SLOTS_MAX = 16, /* CTA slots per SM */
    SCHED_KERNELS = 4,    /* kernel table entries */
    SCHED_WARPS_MAX = 64  /* warps per SM, over all its schedulers */
};

enum { HALF_ALL, HALF_LOWER, HALF_UPPER }; /* which of an SM's schedulers a CTA's warps are dealt to */

enum { MON_CYCLES = 16 };   /* most cycles between two reports of the monitors */
enum { MON_SP_MOST = 127 }; /* a report says no more unit-cycles of SP than these */

typedef struct {    /* what the SMs counted since the last report */
    uint8_t cycles; /* that have passed, 0..MON_CYCLES */
#define PER_SM(name, bits)   uint8_t name[SCHED_SMS_MAX];
#define PER_SLOT(name, bits) uint8_t name[SCHED_SMS_MAX][SCHED_SLOTS_MAX];
    MONITORS_PER_SM(PER_SM)     /* a field for each line of rtl/disp/monitors.txt, which says what */
    MONITORS_PER_SLOT(PER_SLOT) /* it counts */
#undef PER_SM
#undef PER_SLOT
} disp_mon_t;

typedef struct { /* a register and what is written to it */
    uint32_t addr, value;
} reg_value_t;

typedef struct {
    uint32_t done_valid;              /* bit s: SM s reports a finished CTA */
    uint8_t done_slot[SCHED_SMS_MAX]; /* which slot, where done_valid */
    uint32_t issue_ready;             /* bit s: SM s takes a CTA this cycle */
    const disp_mon_t *mon;            /* a report of the monitors; NULL: none this cycle */
} disp_in_t;

typedef struct {
    uint32_t done_ready; /* bit s: the report of SM s was taken at this edge */
    bool issue_valid;    /* a CTA stands at the port; it is taken at the next edge if ready */
    uint8_t sm, slot, kid;
    uint32_t x, y, z, lid;
    bool block;   /* it belongs to the block of the CTA issued before it, on the same SM */
    uint8_t half; /* HALF_...: alone, of the kernel launched first of those that run, of a later one */
    bool irq;
    bool sleep;                     /* nothing changes until a done_valid, an issue_ready change, a mon or a
                                       register write: the clock may stop (1 also needs issue_valid = 0) */
    uint16_t paused[SCHED_SMS_MAX]; /* bit c: CTA slot c of SM s is paused */
    uint32_t drain;                 /* bit s: SM s is to run empty and be off (DYNCORE) */
    uint8_t quota[SCHED_KERNELS];   /* CTAs of an entry that an SM may hold, where the limit has one number for
                                       all SMs (SMK); else 0 */
    uint8_t mon_kid;                /* entry whose part of a count the monitors report */
} disp_out_t;

typedef struct { /* a CTA enters or leaves the warps of one scheduler */
    uint8_t slot, kid;
    uint8_t partner; /* slot of a CTA of its block; its own, or a free one: no block */
    uint64_t warps;  /* this scheduler's warps of the CTA, scheduler-local numbers */
} arb_cta_t;

typedef struct {
    uint32_t scheds;  /* warp schedulers of the SM: 1, 2 or 4 */
    uint64_t valid;   /* bit w: warp w is resident and has not ended (scheduler-local number) */
    uint64_t ready;   /* bit w: it may issue this cycle */
    uint64_t longlat; /* bit w: it waits long: for a register that memory will write (the SM's longlat
                         says how long that counts), or at a barrier or fence; where not valid: the
                         machine has no such warp */
    uint64_t load;    /* bit w: its next instruction is a global, local or generic load that looks
                         into the L1D; counts where ready */
    uint64_t victim;  /* bit w: an event: one of its loads missed what it had in the L1D before */
    uint16_t paused;  /* bit c: CTA slot c ranks below the others */
    uint8_t serve;    /* bit k: warps of table entry k may be granted: what arb_serve has answered in this
                         cycle; counts where kernels take turns */
} arb_in_t;

typedef struct sched sched_t;

typedef struct { /* one engine; every call gets the engine's own self */
    void (*destroy)(void *self);
    bool (*reg_write)(void *self, uint32_t addr, uint32_t value); /* false: SLVERR, nothing changed */
    bool (*reg_read)(void *self, uint32_t addr, uint32_t *value);
    void (*disp_step)(void *self, const disp_in_t *in, disp_out_t *out);
    /* The registers after the last disp_step of a policy, "limit_lcs", that is in use: else the answer means nothing.
     * False: policy_regs_t has none of it, or the engine does not show them. */
    bool (*disp_watch)(void *self, const char *policy, policy_regs_t *regs);
    /* Events take effect after the next arb_step of that scheduler: a warp of a CTA entered now may
     * be granted in the step after it. The caller steps an arbiter that has events pending. */
    void (*arb_cta_start)(void *self, uint32_t arb, const arb_cta_t *cta);
    void (*arb_cta_end)(void *self, uint32_t arb, uint32_t slot);
    /* Where the kernels of an SM take turns (arb_policy_t.turns): asked once in each cycle in which a warp of the
     * SM is ready, before the steps of its `schedulers` arbiters from arb0 on. in[]: what these steps will
     * get, but for serve, which is the answer. */
    uint8_t (*arb_serve)(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in);
    /* Returns the granted warp, or SCHED_NONE, which policies other than plain ones also answer to ready != 0.
     * A step with ready = 0 and no event (victim is one) changes nothing, whatever longlat and load
     * are, and may be left out. */
    uint32_t (*arb_step)(void *self, uint32_t arb, const arb_in_t *in);
    /* After a step without a grant: true if it has changed nothing either, so that steps with the
     * same inputs and no event will answer the same, and may be left out. May be false always. */
    bool (*arb_still)(void *self, uint32_t arb);
} sched_ops_t;

#define SCHED_NONE UINT32_MAX

#endif
