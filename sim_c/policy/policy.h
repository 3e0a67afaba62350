/* policy.h - what a policy of each stage is. Golden models are written from the specification of each mechanism, not
 * from its Verilog: one file per policy of rtl/, with the same name. The build generates the tables at the end from the
 * files in rtl/, in the dispatcher's index order, so a policy without a golden model does not link. */
#ifndef CTADEL_POLICY_POLICY_H
#define CTADEL_POLICY_POLICY_H

#include "policy/scheduler.h"
#include "policy_params.h"

#include <stddef.h>

enum { OFFER_NONE = 0xff, PLACE_HOST_MAX = 3 };
enum { RES_SLOTS, RES_WARPS, RES_THREADS, RES_REGS, RES_SMEM, RES_COUNT }; /* resources of an SM */

/* The pipeline of offers: in each clock all SMs are asked about one kernel, and the stages answer a clock later.
 * Values from before the clock edge. */
typedef struct {
    uint32_t kid;         /* entry whose CTAs are counted in this clock; OFFER_NONE: none */
    uint32_t asked;       /* entry the stages answer for: kid of the last clock; OFFER_NONE: none, or no CTAs left */
    uint32_t about;       /* entry of the candidates: kid two clocks ago, or of an open block; OFFER_NONE: none */
    sm_mask_t agree;      /* enabled SMs on which fit, limit and gates agree for `asked` */
    sm_mask_t candidates; /* SMs on which all stages agreed for `about` */
    sm_mask_t pickable;   /* candidates, if `about` has CTAs left */
    uint32_t standing, booked; /* SM in the booking register; the same if it is booked at this edge; else SCHED_NONE */
    uint32_t standing_kid;     /* entry in the booking register */
    bool planned;              /* CTAs that were admitted are picked later than a clock after the answer */
    bool changed; /* an event other than a pick changed a register at the last edge: refused kernels are asked about
                     again */
} place_offers_t;

typedef struct { /* registers that the stages read, from before the clock edge */
    uint32_t sms, sm_slots,
        kernels;                   /* for which the dispatcher is built: SMs, CTA slots of each, kernel table entries */
    uint32_t param[POLICY_PARAMS]; /* PARAM_LIMIT_LCS_SCOPE and so on */
    sm_mask_t sm_enable;           /* SMs that the host lets receive CTAs */
    uint8_t gpc[SCHED_SMS_MAX];    /* by SM: its GPC */
    uint32_t order[SCHED_KERNELS_MAX]; /* entries of the pool with CTAs left, by rank */
    uint32_t launched;                 /* length of order */
    uint32_t grid[SCHED_KERNELS_MAX][3];
    uint32_t cluster[SCHED_KERNELS_MAX][3];      /* CTAs of a cluster in x, y, z */
    uint64_t ctas[SCHED_KERNELS_MAX];            /* CTAs of the grid */
    uint64_t issued[SCHED_KERNELS_MAX];          /* CTAs booked */
    uint32_t out[SCHED_KERNELS_MAX];             /* CTAs booked and not yet released */
    uint32_t busy;                               /* bit k: entry k is in the pool and has CTAs to book or to complete */
    uint64_t rank[SCHED_KERNELS_MAX];            /* lower ones go first: higher priorities, equal ones by launch */
    uint32_t empty[RES_COUNT];                   /* resources of an empty SM */
    uint32_t need[SCHED_KERNELS_MAX][RES_COUNT]; /* resources of one CTA */
    uint32_t have[SCHED_SMS_MAX][RES_COUNT];     /* resources of SM s that are free */
    uint32_t tmax[SCHED_KERNELS_MAX];            /* T_max: CTAs that fill an empty SM, as the host wrote it */
    bool two_d[SCHED_KERNELS_MAX];
    uint32_t block[SCHED_KERNELS_MAX];                   /* CTAs of a block, at least 1, from the place policy */
    slot_mask_t slots[SCHED_SMS_MAX][SCHED_KERNELS_MAX]; /* of SM s: slots that hold a CTA of entry k */
    uint8_t resident[SCHED_SMS_MAX][SCHED_KERNELS_MAX];  /* number of these slots */
    uint32_t last_sm;                                    /* SM picked last */
    place_offers_t offers;
    uint32_t part;                       /* bit k: the limit confines entry k to some SMs */
    sm_mask_t serves[SCHED_KERNELS_MAX]; /* by entry: SMs that serve it, until SMs are dealt again */
    bool deals;                          /* SMs are being dealt in this clock */
} disp_view_t;

static inline uint32_t disp_cluster_ctas(const disp_view_t *v, uint32_t kid)
{
    return v->cluster[kid][0] * v->cluster[kid][1] * v->cluster[kid][2];
}

typedef struct { /* events of a clock edge; for places, the bookings are in disp_view_t.offers */
    /* The SM picked for a CTA: at this edge for the place stage, at the last edge for gates. pick_sm SCHED_NONE: none.
     */
    uint32_t pick_sm, pick_kid;
    bool pick_head; /* the CTA begins a block */
    /* For limits, the booking of a CTA, a cycle or more after its pick, which gives its slot. book_sm SCHED_NONE: none.
     */
    uint32_t book_sm, book_kid, book_slot;
    uint32_t done_sm, done_kid, done_slot; /* a CTA's resources are released; done_sm SCHED_NONE: none */
    const disp_mon_t *mon;                 /* report of the monitors; NULL: none */
} disp_edge_t;

/* Policies of the three stages. st: the policy's own state, state_bytes, zero before init; functions may be NULL where
 * a policy has no state. clock: one clock edge, v is from before it. It returns busy (docs/rtl/stages.md): a register
 * may change without a pick, a completion or a register write. start is called after the clock of its edge, for a
 * launch or for a kernel that enters the pool. */
typedef struct {
    const char *name; /* "place_rr": also the Verilog module */
    size_t state_bytes;
    bool monitors; /* reads the reports of the monitors */
    bool shares;   /* places CTAs of all kernels on every SM */
    bool in_turn;  /* kernels take turns or have SMs of their own: their ranks do not count */
    bool in_order; /* kernels go in launch order: a launch with a priority is refused */
    bool all_sms;  /* a kernel must be allowed on all SMs: smaller partitions are refused */
    bool gangs; /* places clusters: a kernel with clusters may be launched. An open block is a cluster then: its CTAs go
                   to different SMs, and for limits and gates each is a block of its own */
    void (*init)(void *st, const disp_view_t *v);
    /* Entry of which no CTA can be placed, so that the dispatcher aborts it; SCHED_NONE, NULL: none. */
    uint32_t (*never)(const void *st, const disp_view_t *v);
    uint32_t (*block)(const disp_view_t *v, uint32_t kid); /* CTAs of a block; NULL: 1 */
    /* Entry that SMs are asked about after this edge; called after clock. NULL: the first entry by rank with CTAs
     * left, or OFFER_NONE. */
    uint32_t (*ask)(const void *st);
    /* Of a policy without ask, called after clock. True: the entry asked about keeps its turn while it has CTAs left,
     * also if another one ranks before it. NULL: false. */
    bool (*stays)(const void *st);
    sm_mask_t (*sms)(const void *st, const disp_view_t *v,
                     uint32_t kid); /* SMs that may be picked for kid; NULL: all */
    /* True: an SM that holds `resident` CTAs of kid may take the CTAs that must go together. NULL: true. */
    bool (*admits)(const disp_view_t *v, uint32_t kid, uint32_t resident);
    /* SMs of an open block, on each of which the same number of its CTAs is left to pick; empty, NULL: none is open. */
    sm_mask_t (*keep)(const void *st, const disp_view_t *v);
    sm_mask_t (*serves)(const void *st, uint32_t kid);     /* disp_view_t.serves; NULL: all SMs */
    bool (*planned)(const void *st, const disp_view_t *v); /* place_offers_t.planned; NULL: false */
    bool (*deals)(const void *st, const disp_view_t *v);   /* disp_view_t.deals; NULL: false */
    /* Selects one SM of v->offers.pickable, which is not empty; SCHED_NONE: none in this clock. */
    uint32_t (*pick)(const void *st, const disp_view_t *v);
    /* Coordinates of the CTA that is booked on SM sm in this clock. NULL: the next CTA in linear order. */
    void (*cta)(const void *st, uint32_t sm, uint32_t xyz[3]);
    bool (*clock)(void *st, const disp_view_t *v, const disp_edge_t *e);
    /* Parameters that the host derives from the numbers of SMs and GPCs, unless --set gives them; returns how many.
     * NULL: none. */
    uint32_t (*host)(uint32_t sms, uint32_t gpcs, reg_value_t set[PLACE_HOST_MAX]);
} place_policy_t;

typedef struct {
    const char *name;
    size_t state_bytes;
    bool monitors;
    bool wants_greedy; /* assumes a greedy warp scheduler: it compares the CTAs' progress */
    bool pair;     /* limits two kernels, the first by rank: pool.live is 2 unless --set changes it. A kernel alone has
                      T_max */
    bool together; /* the pair's kernels share each SM */
    bool all_sms;  /* as in place_policy_t */
    /* A kernel has this many CTAs per SM, or T_max if that is less, from its first CTA to its last. NULL: the number
     * depends on other things. */
    uint32_t (*fixed)(const uint32_t param[POLICY_PARAMS]);
    void (*init)(void *st, const disp_view_t *v);
    void (*start)(void *st, const disp_view_t *v, uint32_t kid); /* entry kid enters the pool */
    /* Slots that may hold CTAs of kid; NULL: every slot may. */
    slot_mask_t (*slots)(const void *st, const disp_view_t *v, uint32_t kid);
    /* True: SM sm may take the next CTAs of kid. ahead: CTAs of kid that it holds before the last of these. */
    bool (*ok)(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead);
    /* Paused CTAs; NULL: none */
    slot_mask_t (*paused)(const void *st, const disp_view_t *v, uint32_t sm);
    uint32_t (*part)(const void *st);      /* disp_view_t.part; NULL: 0 */
    uint32_t (*saturated)(const void *st); /* bit k: a counter of entry k has saturated since its launch; NULL: 0 */
    uint32_t (*quota)(const void *st, const disp_view_t *v, uint32_t kid); /* disp_out_t.quota; NULL: 0 */
    uint32_t (*mon_kid)(const void *st);                                   /* disp_out_t.mon_kid; NULL: 0 */
    bool counts_sp; /* needs exact SP counts: a report must not exceed MON_SP_MOST unit-cycles per SM */
    bool (*clock)(void *st, const disp_view_t *v, const disp_edge_t *e);
    void (*watch)(const void *st, policy_regs_t *regs); /* fills its member of *regs; NULL: none */
} limit_policy_t;

/* A gate decides on blocks: ok and a pick concern the first CTA of a block. clock gets the pick of the edge before. */
typedef struct {
    const char *name;
    size_t state_bytes;
    bool monitors;
    bool all_sms; /* as in place_policy_t */
    void (*init)(void *st, const disp_view_t *v);
    void (*start)(void *st, const disp_view_t *v, uint32_t kid);
    void (*stop)(void *st, const disp_view_t *v, uint32_t kid); /* the host or the dispatcher aborts entry kid */
    bool (*ok)(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid);
    /* True for any SM: the answers of this cycle are void if a CTA of kid is picked in this cycle or was in the last.
     * NULL: false. */
    bool (*alone)(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid);
    sm_mask_t (*drain)(const void *st, const disp_view_t *v); /* SMs to drain; NULL: none */
    bool (*clock)(void *st, const disp_view_t *v, const disp_edge_t *e);
    void (*watch)(const void *st, policy_regs_t *regs); /* as in limit_policy_t */
} gate_policy_t;

typedef struct {        /* a parameter register of a policy, from its Verilog header */
    const char *policy; /* "limit_static" */
    const char *key;    /* "n": the command line says static.n */
    uint32_t addr;      /* of the register */
    uint32_t reset;
    uint32_t max; /* largest value, at least 1; a larger write is refused */
    const char *what;
} policy_param_t;

typedef struct {                     /* context of every warp arbiter, kept by the engine */
    uint32_t last;                   /* warp granted last; SCHED_NONE: none so far */
    uint64_t warps[SCHED_SLOTS_MAX]; /* by CTA slot: bit per scheduler-local warp; 0: free */
    uint8_t kid[SCHED_SLOTS_MAX];
    uint8_t by_age[SCHED_SLOTS_MAX]; /* live slots, oldest first */
    uint64_t block[SCHED_SLOTS_MAX]; /* by CTA slot: block number; live CTAs of one block share it */
    uint64_t blocks;                 /* block numbers used so far */
    uint32_t live;                   /* length of by_age */
} arb_ctx_t;

/* Mask of the warp numbers above the one granted last, for round robin. */
static inline uint64_t arb_after_last(const arb_ctx_t *ctx)
{
    return ctx->last == SCHED_NONE ? ~UINT64_C(0) : ~((UINT64_C(2) << ctx->last) - 1);
}

/* st: the arbiter's own state, state_bytes, zero before reset. A NULL function does nothing. */
typedef struct arb_policy {
    const char *name;
    size_t state_bytes;
    bool greedy;                     /* grants the same warp, or group of a block, as long as it is ready */
    bool victim_tags;                /* reads arb_in_t.victim: the L1D must keep victim tags */
    bool turns;                      /* the kernels of an SM take turns: it reads arb_in_t.serve */
    bool halves;                     /* a CTA's warps are dealt to the half of the schedulers in disp_out_t.half */
    bool every_cycle;                /* narrow runs in each cycle in which the SM has a CTA, also if no warp is ready */
    const struct arb_policy *single; /* policy used instead on SMs with one scheduler; NULL: itself */
    void (*reset)(void *st);         /* sets state that does not start as zero */
    /* Before each choice: updates the state, and returns the warps of `compete` that may be granted; 0: no grant. NULL:
     * all. */
    uint64_t (*narrow)(void *st, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete);
    /* Returns the warp to grant, one of `compete` (not 0: the competing warps that narrow left). */
    uint32_t (*choose)(void *st, const arb_ctx_t *ctx, uint64_t compete);
    /* A CTA starts; called before it enters by_age. */
    void (*cta_start)(void *st, const arb_ctx_t *ctx, uint32_t slot);
    /* Takes arb_in_t.victim; called after the choice, also in a step without a grant. */
    void (*victim)(void *st, uint64_t warps);
    /* A CTA ends; called before it leaves the context. */
    void (*cta_end)(void *st, const arb_ctx_t *ctx, uint32_t slot);
} arb_policy_t;

extern const arb_policy_t policy_arb_alt; /* arb_sim uses it on SMs with one scheduler */
/* Bit k: entry k has CTAs left. */
static inline uint32_t place_live(const disp_view_t *v)
{
    uint32_t live = 0;
    for (uint32_t i = 0; i < v->launched; i++) live |= UINT32_C(1) << v->order[i];
    return live;
}

/* Entry that all SMs are asked about, if it has been the same for three clocks and has CTAs left; else SCHED_NONE. */
static inline uint32_t place_settled(const disp_view_t *v)
{
    const place_offers_t *o = &v->offers;
    const bool same = o->kid != OFFER_NONE && o->asked == o->kid && o->about == o->kid;
    return same && (place_live(v) >> o->kid & 1) ? o->kid : SCHED_NONE;
}

/* CTAs of an entry that must fit together: a block; 1 for a last CTA that forms a block of its own. */
static inline uint32_t place_need(const disp_view_t *v, uint32_t kid)
{
    return v->issued[kid] + 1 == v->ctas[kid] ? 1 : v->block[kid];
}

/* First SM of a set (not empty) after SM `last`, in cyclic order. */
static inline uint32_t place_sm_after(const disp_view_t *v, uint32_t last, sm_mask_t sms)
{
    uint32_t s = last;
    do s = s + 1 == v->sms ? 0 : s + 1;
    while (!mask_has(sms, s));
    return s;
}

/* The same after the SM picked last. */
static inline uint32_t place_next_sm(const disp_view_t *v, sm_mask_t sms) { return place_sm_after(v, v->last_sm, sms); }

extern const place_policy_t *const place_policies[]; /* NULL-terminated */
extern const limit_policy_t *const limit_policies[];
extern const gate_policy_t *const gate_policies[]; /* without gate_none: bit i of the gate mask */
extern const arb_policy_t *const arb_policies[];
enum { POLICY_GATES_MAX = 16 };              /* bits of the gate mask */
extern const policy_param_t policy_params[]; /* parameter PARAM_X is at [PARAM_X]; the last row has policy NULL */

/* The engine "c": golden models behind the seam, with `arbs` instances of the arbiter `warp` and a dispatcher of that
 * size. NULL: out of memory. */
void *engine_c_create(const arb_policy_t *warp, uint32_t arbs, disp_size_t size);
extern const sched_ops_t engine_c_ops;
extern const sched_ops_t engine_c_tally_ops; /* the same, and counts what the policies did (tally.h) */

#endif
