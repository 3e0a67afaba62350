/* arb_sca.c - sequential CTA-aware scheduling [LCS §4.2]: a group is the k-th warp of every CTA of a block. The
 * selected group takes turns by warp number until the member in turn cannot issue. Then the next group of the same
 * block is selected, k + 1 and up, then from 0. If no other group of the block has a competing warp, or the block has
 * one CTA, the first such group of the oldest block is selected. If only the selected group competes, it goes on. */
#include "policy/policy.h"

typedef struct {
    uint64_t team; /* the selected group: bit per warp */
} sca_t;

static uint64_t lowest(uint64_t warps) { return warps & (~warps + 1); }

static uint64_t group_of(const arb_ctx_t *ctx, uint64_t block, uint32_t k)
{
    uint64_t group = 0;
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint32_t slot = ctx->by_age[i];
        if (ctx->block[slot] != block) continue;
        uint64_t warps = ctx->warps[slot];
        for (uint32_t n = 0; n < k; n++) warps &= warps - 1;
        group |= lowest(warps);
    }
    return group;
}

/* The oldest block with a warp of `compete`; a block is as old as its oldest CTA. */
static uint64_t first_block(const arb_ctx_t *ctx, uint64_t compete)
{
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint64_t block = ctx->block[ctx->by_age[i]];
        for (uint32_t j = i; j < ctx->live; j++)
            if (ctx->block[ctx->by_age[j]] == block && (ctx->warps[ctx->by_age[j]] & compete)) return block;
    }
    return 0;
}

/* Next group, in cyclic order after the selected one, of the same block with a warp of `compete`; 0: none, or the block
 * has one CTA. */
static uint64_t next_group(const sca_t *st, const arb_ctx_t *ctx, uint64_t compete)
{
    uint32_t home = SCHED_NONE, members = 0;
    uint64_t warps = 0;
    for (uint32_t i = 0; i < ctx->live; i++)
        if (ctx->warps[ctx->by_age[i]] & st->team) home = ctx->by_age[i];
    if (home == SCHED_NONE) return 0;
    for (uint32_t i = 0; i < ctx->live; i++)
        if (ctx->block[ctx->by_age[i]] == ctx->block[home]) {
            warps |= ctx->warps[ctx->by_age[i]];
            members++;
        }
    if (members < 2 || !(warps & compete)) return 0;
    const uint64_t mine = ctx->warps[home];
    uint32_t k = (uint32_t)__builtin_popcountll(mine & (lowest(mine & st->team) - 1));
    uint64_t group;
    do {
        k = (k + 1) % SCHED_WARPS_MAX;
        group = group_of(ctx, ctx->block[home], k);
    } while (!(group & compete));
    return group;
}

static uint64_t narrow(void *state, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    sca_t *st = state;
    const uint64_t team = st->team & in->valid, after = team & arb_after_last(ctx);
    const uint64_t turn = lowest(after ? after : team);
    if (turn & compete) return turn;
    if (!compete) return 0;
    if (compete & ~st->team) compete &= ~st->team;
    const uint64_t next = next_group(st, ctx, compete);
    if (next) st->team = next;
    else {
        const uint64_t block = first_block(ctx, compete);
        uint32_t k = 0;
        do st->team = group_of(ctx, block, k++);
        while (!(st->team & compete));
    }
    return st->team & compete;
}

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)st;
    (void)ctx;
    return (uint32_t)__builtin_ctzll(compete);
}

static void cta_end(void *state, const arb_ctx_t *ctx, uint32_t slot)
{
    sca_t *st = state;
    st->team &= ~ctx->warps[slot];
}

const arb_policy_t policy_arb_sca = {.name = "arb_sca",
                                     .state_bytes = sizeof(sca_t),
                                     .greedy = true,
                                     .narrow = narrow,
                                     .choose = choose,
                                     .cta_end = cta_end};
