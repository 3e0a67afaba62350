/* ptx_mbar.c - executes mbarrier: a word of shared memory that counts arrivals and bytes, and the phases they end.
 *
 * The word, from its lowest bit: 20 bits of arrivals that the phase still needs, 20 of arrivals that each phase needs,
 * 21 of bytes that are announced but not there yet, signed; the parity of the phase; a mark that it is an mbarrier. A
 * phase ends when both first and third are 0. Lanes execute in order, lowest first. */
#include "ptx/ptx_cluster.h"
#include "ptx/ptx_mem.h"

enum { COUNT_BITS = 20, COUNT_MAX = (1 << COUNT_BITS) - 1, TX_SHIFT = 40, TX_BITS = 21, PHASE_SHIFT = 61 };
#define MARK (UINT64_C(1) << 63)

typedef struct {
    uint32_t pending, expected, phase;
    int64_t tx;
} mbar_t;

static mbar_t unpack(uint64_t v)
{
    mbar_t b = {.pending = v & COUNT_MAX, .expected = v >> COUNT_BITS & COUNT_MAX, .phase = v >> PHASE_SHIFT & 1};
    b.tx = (int64_t)(v << (64 - TX_SHIFT - TX_BITS)) >> (64 - TX_BITS);
    return b;
}

static uint64_t pack(const mbar_t *b)
{
    const uint64_t tx = (uint64_t)b->tx & ((UINT64_C(1) << TX_BITS) - 1);
    return MARK | (uint64_t)b->phase << PHASE_SHIFT | tx << TX_SHIFT | (uint64_t)b->expected << COUNT_BITS | b->pending;
}

static bool wrong(const ptx_access_t *a, uint32_t lane, uint64_t addr, const char *what, uint64_t n,
                  const char *allowed, err_t *err)
{
    char why[160];
    snprintf(why, sizeof why, "%s %llu; allowed: %s", what, (unsigned long long)n, allowed);
    return ptx_fail(a, lane, addr, why, err);
}

/* Takes n of the arrivals that the phase needs. */
static const char *arrive(mbar_t *b, uint64_t n, bool drops)
{
    if (!n || n > b->pending) return "an mbarrier that does not expect as many arrivals as";
    b->pending -= (uint32_t)n;
    if (drops) b->expected -= (uint32_t)n;
    return NULL;
}

static const char *announce(mbar_t *b, int64_t bytes)
{
    const int64_t limit = INT64_C(1) << (TX_BITS - 1);
    b->tx += bytes;
    return b->tx >= limit || b->tx < -limit ? "an mbarrier whose count of bytes leaves -2^20 to 2^20-1 by" : NULL;
}

/* NULL: done; else what is wrong with n. */
static const char *change(const ptx_uop_t *u, mbar_t *b, uint64_t n)
{
    const char *bad = NULL;
    switch ((ptx_mbar_t)u->mod) {
    case MBAR_EXPECT: return announce(b, (int64_t)n);
    case MBAR_COMPLETE: bad = announce(b, -(int64_t)n); break;
    case MBAR_ARRIVE:
    case MBAR_DROP:
        if (u->mod2 == MBAR_EXPECTS) bad = announce(b, (int64_t)n);
        if (!bad) bad = arrive(b, u->mod2 == MBAR_EXPECTS ? 1 : n, u->mod == MBAR_DROP);
        break;
    case MBAR_TEST:
    case MBAR_TEST_PARITY:
    case MBAR_CHECK:
    case MBAR_INIT:
    case MBAR_INVAL:
    case MBAR_PENDING: return NULL;
    }
    if (bad || b->pending || b->tx) return bad;
    b->phase ^= 1;
    b->pending = b->expected;
    return NULL;
}

static void answer(ptx_warp_t *w, const ptx_uop_t *u, uint32_t lane, uint64_t old, uint64_t n)
{
    const mbar_t b = unpack(old);
    switch ((ptx_mbar_t)u->mod) {
    case MBAR_TEST: ptx_set_pred(w, u->d[0], UINT32_C(1) << lane, b.phase != unpack(n).phase ? UINT32_MAX : 0); break;
    case MBAR_TEST_PARITY: ptx_set_pred(w, u->d[0], UINT32_C(1) << lane, b.phase != (n & 1) ? UINT32_MAX : 0); break;
    default:
        if (u->d[0] != UREF_NONE) ptx_lane_put(w->regs + u->d[0], true, lane, old);
        break;
    }
}

static bool one_lane(const ptx_access_t *a, uint32_t lane, uint64_t addr, lane_u64 *at, uint64_t n, err_t *err)
{
    const ptx_uop_t *u = a->u;
    const uint64_t old = *at;
    if (u->mod == MBAR_INIT) {
        if (!n || n > COUNT_MAX) return wrong(a, lane, addr, "an mbarrier with a count of", n, "1 to 1048575", err);
        const mbar_t fresh = {.pending = (uint32_t)n, .expected = (uint32_t)n};
        *at = pack(&fresh);
        return true;
    }
    if (!(old & MARK)) return ptx_fail(a, lane, addr, "which is no mbarrier; remedy: mbarrier.init before", err);
    if (u->mod == MBAR_INVAL) {
        *at = 0;
        return true;
    }
    mbar_t b = unpack(old);
    const char *bad = change(u, &b, n);
    if (bad) return wrong(a, lane, addr, bad, n, "what mbarrier.init and .expect_tx announced", err);
    *at = pack(&b);
    answer(a->w, u, lane, old, n);
    return true;
}

static void pending(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const lane_u64 *state = ptx_ref(l, w, u->s[1]);
    for (uint32_t i = 0; i < l->lanes && u->d[0] != UREF_NONE; i++)
        if (mask >> i & 1) ptx_lane_put(w->regs + u->d[0], false, i, unpack(state[i]).pending);
}

/* Finds the mbarriers at addr[]; changes or asks them, if it may. */
static bool access(const ptx_access_t *a, uint64_t addr[PTX_LANES], bool changes, err_t *err)
{
    const void *n = ptx_ref(a->cta->l, a->w, a->u->s[1]);
    ptx_at_t at;
    if (!ptx_locate(a, addr, &at, err)) return false;
    for (uint32_t left = changes ? a->mask : 0; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        lane_u64 *word = (lane_u64 *)(void *)ptx_at(&at, i);
        if (!one_lane(a, i, addr[i], word, ptx_lane_get(n, a->u->src64 & 2, i), err)) return false;
    }
    return true;
}

/* The mbarriers at the same place of several CTAs. None changes before all these CTAs have begun. */
static bool multicast(const ptx_access_t *like, uint64_t addr[PTX_LANES], err_t *err)
{
    ptx_access_t a = *like;
    const lane_u32 *ctas = ptx_ref(a.cta->l, a.w, a.u->s[MBAR_CTAS]);
    uint64_t from[PTX_LANES];
    for (uint32_t i = 0; i < PTX_LANES; i++) from[i] = addr[i] & PTX_OFFSET_MASK;
    for (uint32_t step = 0; step < 2 * CLUSTER_CTAS_MAX; step++) {
        const uint32_t rank = step % CLUSTER_CTAS_MAX;
        a.mask = 0;
        for (uint32_t left = like->mask; left; left &= left - 1)
            if (ctas[__builtin_ctz(left)] >> rank & 1) a.mask |= left & -left;
        if (!a.mask) continue;
        for (uint32_t i = 0; i < PTX_LANES; i++) addr[i] = from[i] | (uint64_t)(rank + 1) << PTX_RANK_SHIFT;
        if (!access(&a, addr, step >= CLUSTER_CTAS_MAX, err)) return false;
    }
    return true;
}

/* Whether the mbarrier may be that of another CTA, whose state no instruction returns. */
static bool reaches_far(const ptx_uop_t *u)
{
    const bool changes =
        u->mod == MBAR_EXPECT || u->mod == MBAR_COMPLETE || u->mod == MBAR_ARRIVE || u->mod == MBAR_DROP;
    return u->flags & (UF_GENERIC | UF_CLUSTER) && changes && u->d[0] == UREF_NONE;
}

bool ptx_exec_mbar(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const ptx_uop_t *u = &l->k->uop[pc];
    const bool tests = u->mod == MBAR_TEST || u->mod == MBAR_TEST_PARITY;
    const ptx_access_t a = {cta, w, u, pc, mask, MBAR_BYTES, SPACE_SHARED, !tests, reaches_far(u) ? out : NULL, false};
    if (u->mod == MBAR_PENDING) {
        pending(l, w, u, mask);
        return true;
    }
    w->spin.polls = true;
    w->spin.changes |= !tests;
    out->space = SPACE_SHARED;
    if (!ptx_shared_addresses(&a, out->addr, err)) return false;
    if (u->flags & UF_MULTICAST && cta->cluster) return multicast(&a, out->addr, err);
    return access(&a, out->addr, true, err);
}
