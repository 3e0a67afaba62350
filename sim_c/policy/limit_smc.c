/* limit_smc.c - SMC [SMK §4.3, Wu]: the two kernels have disjoint SMs, at first half each, and a search climbs hills,
 * one step per window of monitoring: step 1 finds the CTAs per SM with the most warp instructions, for both kernels at
 * the same time; step 2 finds the number of SMs of each kernel.
 *
 * At one clock edge: a new pair starts over, and SMs are counted, then dealt, a word (words.h) per clock; in a window a
 * report is counted, and the report that reaches the window's length ends it; the decision applies CTAS_CYCLES or
 * SPLIT_CYCLES later. Undoing a move to try the other direction takes two clocks. */
#include "policy/policy.h"

#include "base/min.h"
#include "policy/words.h"

enum { COUNT_MAX = (1 << 22) - 1 };
enum { DRAIN_CYCLES = 8, CTAS_CYCLES = DRAIN_CYCLES + 4, SPLIT_CYCLES = DRAIN_CYCLES + 2 * 22 + 2 };
enum { EARLIER, LATER, PAIR }; /* index of a kernel in the pair */

typedef enum { NO_PAIR, DEALING, WINDOW, DECIDING, TURNING, SETTLED } phase_t;
typedef enum {
    CTAS,
    HERE,
    UP,
    DOWN
} search_t; /* step 1; step 2: the split as dealt, the earlier kernel gains SMs, loses SMs */

typedef struct {
    uint32_t kid[PAIR]; /* table entry; SCHED_NONE: none */
    phase_t phase;
    search_t search;
    uint32_t left;             /* clocks left of the phase */
    uint32_t sms, split;       /* enabled SMs; the first `split` of them serve the earlier kernel */
    uint32_t time_cycles;      /* cycles of the window so far */
    uint32_t count[PAIR];      /* warp instructions in the window */
    uint32_t n[PAIR];          /* CTAs per SM */
    uint32_t best[PAIR];       /* largest count of a window so far */
    bool stopped[PAIR], first; /* its n is found; this is the first window of the search */
    uint64_t best_value;       /* best value of a split so far */
} smc_t;

static void init(void *st, const disp_view_t *v)
{
    (void)v;
    smc_t *c = st;
    c->kid[EARLIER] = c->kid[LATER] = SCHED_NONE;
}

/* The first busy entry by rank other than `but`; SCHED_NONE: none. */
static uint32_t oldest(const disp_view_t *v, uint32_t but)
{
    uint32_t first = SCHED_NONE;
    for (uint32_t k = 0; k < v->kernels; k++)
        if ((v->busy >> k & 1) && k != but && (first == SCHED_NONE || v->rank[k] < v->rank[first])) first = k;
    return first;
}

/* Kernel of the pair that SM sm serves, by the SM's rank among the enabled ones. */
static uint32_t owner(const smc_t *c, const disp_view_t *v, uint32_t sm)
{
    const uint32_t below = mask_count(mask_and(v->sm_enable, mask_below(sm)));
    return below < c->split ? EARLIER : LATER;
}

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    const smc_t *c = st;
    if (c->phase == NO_PAIR) return kid == c->kid[EARLIER];
    if (c->phase == DEALING) return false;
    const uint32_t k = owner(c, v, sm);
    return kid == c->kid[k] && (ahead < c->n[k] || ahead < v->block[kid]);
}

static uint32_t part(const void *st)
{
    const smc_t *c = st;
    return c->kid[LATER] == SCHED_NONE ? 0 : UINT32_C(1) << c->kid[EARLIER] | UINT32_C(1) << c->kid[LATER];
}

static void open_window(smc_t *c)
{
    c->phase = WINDOW;
    c->time_cycles = c->count[EARLIER] = c->count[LATER] = 0;
}

static void begin(smc_t *c, const disp_view_t *v)
{
    c->sms = mask_count(mask_and(v->sm_enable, mask_below(v->sms)));
    c->split = (c->sms + 1) / 2;
    c->search = CTAS;
    c->first = true;
    for (uint32_t k = 0; k < PAIR; k++) {
        const uint32_t tmax = v->tmax[c->kid[k]];
        c->n[k] = tmax < v->sm_slots ? tmax : v->sm_slots;
        c->stopped[k] = false;
    }
    c->phase = DEALING;
    c->left = 2 * word_clocks(v->sms);
}

/* Step 1 of one kernel: one CTA less as long as the count grows by more than 1/64. */
static void climb(smc_t *c, uint32_t k)
{
    if (c->stopped[k]) return;
    const bool better = c->first || c->count[k] > c->best[k] + c->best[k] / 64;
    if (better) c->best[k] = c->count[k];
    c->stopped[k] = !better || c->n[k] == 1;
    if (!better) c->n[k]++;
    else if (!c->stopped[k]) c->n[k]--;
}

static void decide_ctas(smc_t *c)
{
    climb(c, EARLIER);
    climb(c, LATER);
    c->first = false;
    if (c->stopped[EARLIER] && c->stopped[LATER]) c->search = HERE;
    open_window(c);
}

/* Moves one SM to or from the earlier kernel, if that leaves one to each. */
static void move(smc_t *c, search_t to)
{
    const bool can = to == UP ? c->split + 1 < c->sms : c->split > 1;
    c->search = to;
    if (!can) {
        c->phase = SETTLED;
        return;
    }
    c->split += to == UP ? 1u : -1u;
    open_window(c);
}

/* Step 2: moves on as long as the sum of count / best of both kernels grows; `value` is that sum times best[EARLIER] *
 * best[LATER]. */
static void decide_split(smc_t *c)
{
    const uint64_t value = (uint64_t)c->count[EARLIER] * c->best[LATER] + (uint64_t)c->count[LATER] * c->best[EARLIER];
    const bool better = c->search == HERE || value > c->best_value;
    if (better) c->best_value = value;
    if (c->search == HERE) {
        c->first = true;
        move(c, c->split + 1 < c->sms ? UP : DOWN);
    } else if (better) {
        c->first = false;
        move(c, c->search);
    } else {
        c->split += c->search == UP ? -1u : 1u;
        c->phase = c->search == UP && c->first ? TURNING : SETTLED;
    }
}

/* Counts a report; true: it ends the window. */
static bool report(smc_t *c, const disp_view_t *v, const disp_mon_t *mon)
{
    const uint32_t window = v->param[PARAM_LIMIT_SMC_WINDOW_CYCLES];
    if (c->time_cycles >= window / 4) {
        uint32_t sum[PAIR] = {0};
        for (mask_walk_t walk = mask_walk(mask_and(v->sm_enable, mask_below(v->sms))); mask_next(&walk);)
            sum[owner(c, v, walk.at)] += mon->issued[walk.at];
        for (uint32_t k = 0; k < PAIR; k++) c->count[k] = min_u32(c->count[k] + sum[k], COUNT_MAX);
    }
    c->time_cycles += mon->cycles;
    if (c->time_cycles < window) return false;
    c->phase = DECIDING;
    c->left = c->search == CTAS ? CTAS_CYCLES : SPLIT_CYCLES;
    return true;
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    smc_t *c = st;
    const uint32_t earlier = oldest(v, SCHED_NONE), later = oldest(v, earlier);
    if (earlier != c->kid[EARLIER] || later != c->kid[LATER]) {
        c->kid[EARLIER] = earlier;
        c->kid[LATER] = later;
        c->phase = NO_PAIR;
        if (later != SCHED_NONE) begin(c, v);
        return true;
    }
    switch (c->phase) {
    case NO_PAIR:
    case SETTLED: return false;
    case DEALING:
        if (--c->left == 0) open_window(c);
        return true;
    case WINDOW: return e->mon && report(c, v, e->mon);
    case DECIDING:
        if (--c->left) return true;
        if (c->search == CTAS) decide_ctas(c);
        else decide_split(c);
        return true;
    case TURNING: move(c, DOWN); return true;
    }
    return false;
}

const limit_policy_t policy_limit_smc = {.name = "limit_smc",
                                         .all_sms = true,
                                         .state_bytes = sizeof(smc_t),
                                         .monitors = true,
                                         .pair = true,
                                         .init = init,
                                         .ok = ok,
                                         .part = part,
                                         .clock = clock};
