/* engine_c.c - the engine "c": golden dispatcher and golden arbiters behind the seam. */
#include "policy/arb_gto.h"
#include "policy/golden.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    arb_ctx_t ctx;
    void *state;     /* of the policy */
    void *before;    /* room for a copy of it */
    arb_cta_t start; /* events of the next clock edge */
    uint32_t end;
    bool starts, ends;
    bool still;      /* the last step changed no state */
    uint32_t greedy; /* warp granted last, if its CTA has not ended; of engine_c_tally_ops */
    uint8_t turn;    /* table entry in turn; used in the first arbiter of an SM */
} arb_t;

typedef struct {
    golden_t disp;
    const arb_policy_t *warp;
    tally_t tally;         /* of engine_c_tally_ops */
    unsigned char *states; /* state of all arbiters, and the room for their copies */
    arb_t arb[];
} engine_c_t;

/* Each state is aligned for any type. */
static bool create_arbs(engine_c_t *e, uint32_t arbs)
{
    const size_t unit = _Alignof(max_align_t), bytes = (e->warp->state_bytes + unit - 1) / unit * unit;
    e->states = calloc(2 * (size_t)arbs + 1, bytes ? bytes : unit);
    if (!e->states) return false;
    for (uint32_t i = 0; i < arbs; i++) {
        e->arb[i].ctx.last = e->arb[i].greedy = SCHED_NONE;
        e->arb[i].state = e->states + 2 * i * bytes;
        e->arb[i].before = e->states + (2 * i + 1) * bytes;
        if (e->warp->reset) e->warp->reset(e->arb[i].state);
    }
    return true;
}

void *engine_c_create(const arb_policy_t *warp, uint32_t arbs, disp_size_t size)
{
    engine_c_t *e = calloc(1, sizeof *e + arbs * sizeof e->arb[0]);
    if (!e) return NULL;
    e->warp = warp;
    if (create_arbs(e, arbs) && golden_reset(&e->disp, size)) return e;
    free(e->states);
    free(e);
    return NULL;
}

static void c_destroy(void *self)
{
    engine_c_t *e = self;
    golden_free(&e->disp);
    free(e->states);
    free(e);
}

/* A write takes three clocks and applies at the last one; issue_ready is low meanwhile. */
static bool c_reg_write(void *self, uint32_t addr, uint32_t value)
{
    engine_c_t *e = self;
    const disp_in_t quiet = {0};
    disp_out_t out;
    for (uint32_t clock = 0; clock < 3; clock++) golden_clock(&e->disp, &quiet, &out);
    return golden_write(&e->disp, addr, value);
}

static bool c_reg_read(void *self, uint32_t addr, uint32_t *value)
{
    engine_c_t *e = self;
    const disp_in_t quiet = {0};
    disp_out_t out;
    const bool ok = golden_read(&e->disp, addr, value);
    golden_clock(&e->disp, &quiet, &out);
    golden_clock(&e->disp, &quiet, &out);
    return ok;
}

static void c_disp_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    golden_clock(&((engine_c_t *)self)->disp, in, out);
}

static bool c_disp_watch(void *self, const char *policy, policy_regs_t *regs)
{
    const golden_t *g = &((engine_c_t *)self)->disp;
    if (g->limit->watch && !strcmp(g->limit->name, policy)) {
        g->limit->watch(g->limit_st, regs);
        return true;
    }
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->watch && !strcmp(g->gate[i]->name, policy)) {
            g->gate[i]->watch(g->gate_st[i], regs);
            return true;
        }
    return false;
}

static bool c_disp_why(void *self, disp_why_t *why)
{
    *why = ((engine_c_t *)self)->disp.why;
    return true;
}

static void c_arb_cta_start(void *self, uint32_t arb, const arb_cta_t *cta)
{
    arb_t *a = &((engine_c_t *)self)->arb[arb];
    assert(!a->starts);
    a->start = *cta;
    a->starts = true;
}

static void c_arb_cta_end(void *self, uint32_t arb, uint32_t slot)
{
    arb_t *a = &((engine_c_t *)self)->arb[arb];
    assert(!a->ends);
    a->end = slot;
    a->ends = true;
}

/* Block number of a CTA: that of the live CTA it names, else a new one. */
static uint64_t block_of(arb_ctx_t *ctx, uint32_t named)
{
    for (uint32_t i = 0; i < ctx->live; i++)
        if (ctx->by_age[i] == named) return ctx->block[named];
    return ++ctx->blocks;
}

static void apply_events(arb_t *a, const arb_policy_t *policy)
{
    arb_ctx_t *ctx = &a->ctx;
    if (a->ends) {
        if (policy->cta_end) policy->cta_end(a->state, ctx, a->end);
        uint32_t n = 0;
        for (uint32_t i = 0; i < ctx->live; i++)
            if (ctx->by_age[i] != a->end) ctx->by_age[n++] = ctx->by_age[i];
        ctx->live = n;
        ctx->warps[a->end] = 0;
    }
    if (a->starts) {
        ctx->warps[a->start.slot] = a->start.warps;
        ctx->kid[a->start.slot] = a->start.kid;
        ctx->block[a->start.slot] = block_of(ctx, a->start.partner);
        if (policy->cta_start) policy->cta_start(a->state, ctx, a->start.slot);
        ctx->by_age[ctx->live++] = a->start.slot;
    }
    a->starts = a->ends = false;
}

/* Warps of `compete` that the policy lets through; notes whether its state changed. */
static uint64_t narrow(engine_c_t *e, arb_t *a, const arb_in_t *in, uint64_t compete)
{
    const size_t bytes = e->warp->state_bytes;
    memcpy(a->before, a->state, bytes);
    compete = e->warp->narrow(a->state, &a->ctx, in, compete);
    a->still = !compete && memcmp(a->before, a->state, bytes) == 0;
    return compete;
}

/* Competing warps: ready warps of CTAs that are not paused; if there are none, the ready warps of paused CTAs. */
static uint64_t best_rank(const arb_ctx_t *ctx, const arb_in_t *in)
{
    uint64_t unpaused = in->ready;
    for (slot_mask_t left = in->paused; left; left &= left - 1) unpaused &= ~ctx->warps[__builtin_ctz(left)];
    return unpaused ? unpaused : in->ready;
}

static uint32_t kernels_of(const arb_ctx_t *ctx, uint64_t warps)
{
    uint32_t kernels = 0;
    for (uint32_t i = 0; i < ctx->live; i++)
        if (warps & ctx->warps[ctx->by_age[i]]) kernels |= 1u << ctx->kid[ctx->by_age[i]];
    return kernels;
}

/* The table entry in turn stays while one of its warps competes in any scheduler; then the next entry with a competing
 * warp, in cyclic order. */
static uint16_t c_arb_serve(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in)
{
    arb_t *a = &((engine_c_t *)self)->arb[arb0];
    uint32_t asks = 0;
    for (uint32_t i = 0; i < schedulers; i++) asks |= kernels_of(&a[i].ctx, best_rank(&a[i].ctx, &in[i]));
    if (!asks) return 0;
    while (!(asks >> a->turn & 1)) a->turn = (uint8_t)((a->turn + 1) % SCHED_KERNELS_MAX);
    return (uint16_t)(1u << a->turn);
}

static uint32_t grant(engine_c_t *e, arb_t *a, const arb_in_t *in)
{
    uint64_t compete = best_rank(&a->ctx, in);
    if (e->warp->narrow) compete = narrow(e, a, in, compete);
    if (!compete) return SCHED_NONE;
    return a->ctx.last = e->warp->choose(a->state, &a->ctx, compete);
}

static uint32_t c_arb_step(void *self, uint32_t arb, const arb_in_t *in)
{
    engine_c_t *e = self;
    arb_t *a = &e->arb[arb];
    const bool event = in->victim || a->starts || a->ends;
    a->still = true;
    const uint32_t granted = in->ready || e->warp->every_cycle ? grant(e, a, in) : SCHED_NONE;
    if (in->victim && e->warp->victim) e->warp->victim(a->state, in->victim);
    if (a->starts || a->ends) apply_events(a, e->warp);
    a->still = a->still && granted == SCHED_NONE && !event;
    return granted;
}

/* The same, and compares the grant with that of arb_gto after the same grants. */
static uint32_t tally_arb_step(void *self, uint32_t arb, const arb_in_t *in)
{
    engine_c_t *e = self;
    arb_t *a = &e->arb[arb];
    arb_gto_t gto = {a->greedy};
    const uint64_t compete = in->ready ? best_rank(&a->ctx, in) : 0, gone = a->ends ? a->ctx.warps[a->end] : 0;
    const uint32_t plain = compete ? arb_gto_choose(&gto, &a->ctx, compete) : SCHED_NONE;
    const uint32_t granted = c_arb_step(self, arb, in);
    e->tally.arb.decided += granted != SCHED_NONE;
    e->tally.arb.refused += compete && granted == SCHED_NONE;
    e->tally.arb.changed += granted != SCHED_NONE && granted != plain;
    if (granted != SCHED_NONE) a->greedy = granted;
    if (a->greedy != SCHED_NONE && (gone >> a->greedy & 1)) a->greedy = SCHED_NONE;
    return granted;
}

static void tally_disp_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    engine_c_t *e = self;
    golden_clock_tally(&e->disp, in, out, &e->tally);
}

const tally_t *engine_c_tally(const void *self) { return &((const engine_c_t *)self)->tally; }

static bool c_arb_still(void *self, uint32_t arb) { return ((engine_c_t *)self)->arb[arb].still; }

#define OPS(count)                                                                                                     \
    {                                                                                                                  \
        .destroy = c_destroy, .reg_write = c_reg_write, .reg_read = c_reg_read, .disp_step = count##_disp_step,        \
        .disp_watch = c_disp_watch, .disp_why = c_disp_why, .arb_cta_start = c_arb_cta_start,                          \
        .arb_cta_end = c_arb_cta_end, .arb_serve = c_arb_serve, .arb_step = count##_arb_step, .arb_still = c_arb_still \
    }
const sched_ops_t engine_c_ops = OPS(c);
const sched_ops_t engine_c_tally_ops = OPS(tally);
