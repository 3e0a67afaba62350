/* scheduler.h - the seam of the dispatcher and the warp-issue arbiters: their inputs and outputs in a core cycle. Three
 * engines implement it: rtl (Verilated), c (golden models), lockstep (both, compared every cycle). The SM model does
 * not know which one it calls.
 *
 * One core cycle: the caller fills the inputs, calls the step, and acts on the outputs. Outputs are registered: values
 * right after the clock edge that sampled the inputs. The arbiters of one SM may be stepped for later cycles than those
 * of another, and than the dispatcher: they share no state. */
#ifndef CTADEL_POLICY_SCHEDULER_H
#define CTADEL_POLICY_SCHEDULER_H

#include "base/err.h"
#include "base/sizes.h"
#include "base/mask.h"
#include "monitors.h"
#include "policy/watch.h"
#include "policy/why.h"
#include "registers.h" /* REG_...: addresses and fields of the dispatcher's registers (rtl/disp/registers.txt) */

#include <stdbool.h>
#include <stdint.h>

enum { HALF_ALL, HALF_LOWER, HALF_UPPER }; /* schedulers of an SM to which a CTA's warps are dealt */

enum { MON_CYCLES = 16 };   /* maximum of cycles between two reports of the monitors */
enum { MON_SP_MOST = 127 }; /* SP unit-cycles in a report saturate here, per SM */

typedef struct {    /* a report: counts of the SMs since the last one */
    uint8_t cycles; /* cycles since the last report, 0..MON_CYCLES */
#define PER_SM(name, bits)   uint8_t name[SCHED_SMS_MAX];
#define PER_SLOT(name, bits) uint8_t name[SCHED_SMS_MAX][SCHED_SLOTS_MAX];
    MONITORS_PER_SM(PER_SM)     /* a field for each line of rtl/disp/monitors.txt, */
    MONITORS_PER_SLOT(PER_SLOT) /* which defines what it counts */
#undef PER_SM
#undef PER_SLOT
} disp_mon_t;

typedef struct { /* a register and what is written to it */
    uint32_t addr, value;
} reg_value_t;

typedef struct {
    sm_mask_t done_valid;             /* SMs that report a finished CTA */
    uint8_t done_slot[SCHED_SMS_MAX]; /* its CTA slot, where done_valid; below SCHED_SLOTS_MAX */
    sm_mask_t issue_ready;            /* SMs that can take a CTA in this cycle */
    const disp_mon_t *mon;            /* a report of the monitors; NULL: none in this cycle */
    bool why;                         /* record in this cycle why SMs get no CTA, for disp_why */
} disp_in_t;

typedef struct {
    sm_mask_t done_ready; /* the SM whose report was taken at this edge, or none */
    bool issue_valid;     /* a CTA is at the port; the SM takes it at the next edge if ready */
    uint8_t sm, slot, kid;
    uint32_t x, y, z, lid;
    bool block;   /* it continues the block of the CTA that the same SM took before */
    uint8_t half; /* HALF_ALL: its kernel runs alone; HALF_LOWER: it is the kernel launched first; HALF_UPPER: a later
                     one */
    bool irq;
    bool sleep; /* no register changes before done_valid, mon or a register write: the clock may stop. 1 only with
                   issue_valid = 0 */
    slot_mask_t paused[SCHED_SMS_MAX]; /* of SM s: CTAs that are paused */
    sm_mask_t drain;                   /* SMs that get no CTA and are off when empty (DYNCORE) */
    uint8_t quota[SCHED_KERNELS_MAX]; /* by entry: limit of CTAs per SM, if the policy has one number for all SMs (SMK's
                                     Tb); else 0 */
    uint8_t mon_kid;                  /* entry whose part the monitors report (*_part) */
} disp_out_t;

typedef struct { /* start of a CTA, for the arbiter of one scheduler */
    uint8_t slot, kid;
    uint8_t partner; /* slot of an earlier CTA of its block; its own slot or a free one: it begins a block */
    uint64_t warps;  /* bit per scheduler-local warp of the CTA */
} arb_cta_t;

typedef struct {
    uint32_t scheds;  /* warp schedulers of the SM: 1, 2 or 4 */
    uint64_t valid;   /* bit w: warp w is resident and has not ended (scheduler-local number) */
    uint64_t ready;   /* bit w: warp w may issue in this cycle */
    uint64_t longlat; /* bit w: warp w waits long: for a register that memory writes (machine key sm.longlat says how
                         long), or at a barrier or fence. Where not valid: the machine has no such warp */
    uint64_t load; /* bit w: its next instruction is a global, local or generic load that looks into the L1D; meaningful
                      where ready */
    uint64_t victim;    /* bit w: event, a load of warp w missed a line of its victim tags */
    slot_mask_t paused; /* paused CTAs: their warps rank below all others */
    uint16_t serve; /* answer of arb_serve in this cycle, bit k: warps of table entry k may be granted; used by arbiters
                      with turns */
} arb_in_t;

typedef struct sched sched_t;

typedef struct { /* one engine; every call gets the engine's own self */
    void (*destroy)(void *self);
    bool (*reg_write)(void *self, uint32_t addr, uint32_t value); /* false: SLVERR, nothing changed */
    bool (*reg_read)(void *self, uint32_t addr, uint32_t *value);
    void (*disp_step)(void *self, const disp_in_t *in, disp_out_t *out);
    /* Reads the registers of a policy in use, as "limit_lcs", after the last disp_step. False: policy_regs_t has no
     * such policy, or the engine cannot read its registers. */
    bool (*disp_watch)(void *self, const char *policy, policy_regs_t *regs);
    /* The answers of the last disp_steps with disp_in_t.why. False: the engine has none (a netlist, or an RTL without
     * disp_why). */
    bool (*disp_why)(void *self, disp_why_t *why);
    /* An event takes effect at the next arb_step of that scheduler: warps of a CTA that starts now may be granted in
     * the step after it. The caller must step an arbiter that has an event. */
    void (*arb_cta_start)(void *self, uint32_t arb, const arb_cta_t *cta);
    void (*arb_cta_end)(void *self, uint32_t arb, uint32_t slot);
    /* For arbiters with turns (arb_policy_t.turns): called once in each cycle in which a warp of the SM is ready,
     * before the steps of its `schedulers` arbiters arb0, arb0 + 1, ... in[]: the inputs of these steps without serve.
     * Returns serve. */
    uint16_t (*arb_serve)(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in);
    /* Returns the granted warp, or SCHED_NONE; some policies grant none although ready != 0. A step with ready = 0 and
     * no event (victim is one) changes nothing and may be left out, but for arbiters with every_cycle: these are
     * stepped in each cycle in which their SM has a CTA. */
    uint32_t (*arb_step)(void *self, uint32_t arb, const arb_in_t *in);
    /* After a step without a grant. True: the step changed no state, so steps with the same inputs and no event may be
     * left out. An engine may always return false. */
    bool (*arb_still)(void *self, uint32_t arb);
} sched_ops_t;

#define SCHED_NONE UINT32_MAX

#endif
