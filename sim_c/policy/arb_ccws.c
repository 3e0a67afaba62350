/* arb_ccws.c - cache-conscious wavefront scheduling [CCWS §3]: a warp that misses lines of its victim tags gains score,
 * and warps that its score pushes over the cutoff may not load.
 *
 * The scores of the valid warps form a stack, highest first, older first among equals. A warp may load if the scores
 * below it in the stack sum to less than the cutoff, the base score times the number of valid warps. Warps are visited
 * in turn. A visit takes two steps with a competing warp: the first finds the warps below in the stack, the second sums
 * their scores. Differences: docs/rtl/arb_locality.md. */
#include "policy/arb_gto.h"

enum { SCORE_BASE = 4, SCORE_STEP = 32, SCORE_FALL = 2, SCORE_MAX = 255 };

typedef struct {
    arb_gto_t gto;                  /* chooses among the warps that may issue */
    uint8_t score[SCHED_WARPS_MAX]; /* by warp: lost-locality score */
    uint64_t owed, blocked;         /* bit w: an event of warp w is not in its score yet; warp w may not load */
    uint64_t below;                 /* during a visit: warps below the visited one in the stack */
    uint32_t chosen,
        visited; /* last warp selected for a visit; the warp being visited, SCHED_NONE: its CTA has ended */
    bool second; /* the next step with a competing warp is the second of the visit */
} ccws_t;

static void reset(void *state)
{
    ccws_t *st = state;
    arb_gto_reset(&st->gto);
    for (uint32_t w = 0; w < SCHED_WARPS_MAX; w++) st->score[w] = SCORE_BASE;
    st->chosen = st->visited = SCHED_NONE;
}

static uint64_t lower(uint32_t w) { return (UINT64_C(1) << w) - 1; }

/* Warps that started before w: those of older CTAs, and lower numbers of its own CTA. */
static uint64_t older(const arb_ctx_t *ctx, uint32_t w)
{
    uint64_t out = 0;
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint64_t warps = ctx->warps[ctx->by_age[i]];
        if (warps >> w & 1) return out | (warps & lower(w));
        out |= warps;
    }
    return 0; /* w belongs to no live CTA */
}

/* Warps of `valid` below w in the stack. */
static uint64_t below(const ccws_t *st, const arb_ctx_t *ctx, uint64_t valid, uint32_t w)
{
    const uint64_t senior = older(ctx, w);
    uint64_t out = 0;
    for (uint64_t left = valid; left; left &= left - 1) {
        const uint32_t v = (uint32_t)__builtin_ctzll(left);
        if (st->score[v] > st->score[w] || (st->score[v] == st->score[w] && (senior >> v & 1))) out |= UINT64_C(1) << v;
    }
    return out;
}

static bool over_cutoff(const ccws_t *st, uint64_t valid)
{
    uint32_t height = 0;
    for (uint64_t left = st->below & valid; left; left &= left - 1) height += st->score[__builtin_ctzll(left)];
    return height >= SCORE_BASE * (uint32_t)__builtin_popcountll(valid);
}

static uint32_t moved(uint32_t score, bool event)
{
    if (!event) return score > SCORE_BASE + SCORE_FALL ? score - SCORE_FALL : SCORE_BASE;
    return score + SCORE_STEP < SCORE_MAX ? score + SCORE_STEP : SCORE_MAX;
}

static void judge(ccws_t *st, uint64_t valid)
{
    const uint32_t w = st->visited;
    const uint64_t bit = UINT64_C(1) << w;
    st->blocked = over_cutoff(st, valid) ? st->blocked | bit : st->blocked & ~bit;
    st->score[w] = (uint8_t)moved(st->score[w], st->owed & bit);
    st->owed &= ~bit;
}

static uint32_t next_after(uint32_t w, uint64_t valid)
{
    const uint64_t after = w < SCHED_WARPS_MAX - 1 ? valid & ~lower(w + 1) : 0;
    return (uint32_t)__builtin_ctzll(after ? after : valid);
}

static void walk(ccws_t *st, const arb_ctx_t *ctx, uint64_t valid)
{
    if (!st->second) {
        if (st->visited != SCHED_NONE) st->below = below(st, ctx, valid, st->visited);
    } else {
        if (st->visited != SCHED_NONE && valid >> st->visited & 1) judge(st, valid);
        st->visited = st->chosen = next_after(st->chosen, valid);
    }
    st->second = !st->second;
}

static uint64_t narrow(void *state, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    ccws_t *st = state;
    const uint64_t allowed = compete & ~(in->load & st->blocked);
    walk(st, ctx, in->valid);
    return allowed;
}

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    return arb_gto_choose(&((ccws_t *)st)->gto, ctx, compete);
}

static void victim(void *st, uint64_t warps) { ((ccws_t *)st)->owed |= warps; }

static void cta_end(void *state, const arb_ctx_t *ctx, uint32_t slot)
{
    ccws_t *st = state;
    arb_gto_cta_end(&st->gto, ctx, slot);
    const uint64_t gone = ctx->warps[slot];
    for (uint64_t left = gone; left; left &= left - 1) st->score[__builtin_ctzll(left)] = SCORE_BASE;
    st->owed &= ~gone;
    st->blocked &= ~gone;
    if (st->visited != SCHED_NONE && gone >> st->visited & 1) st->visited = SCHED_NONE;
}

const arb_policy_t policy_arb_ccws = {.name = "arb_ccws",
                                      .state_bytes = sizeof(ccws_t),
                                      .greedy = true,
                                      .victim_tags = true,
                                      .reset = reset,
                                      .narrow = narrow,
                                      .choose = choose,
                                      .victim = victim,
                                      .cta_end = cta_end};
