/* limit_smk.c - two kernels share every SM; the utilisation of an observed SM's SP pipelines and LD/ST unit sets how
 * many CTAs of each an SM may hold, Tb [SMK §3.1].
 *
 * Two kernels have a seat each until they end; the first by rank of the others takes a free one, one per clock edge.
 * Others wait, unless they rank before a seated kernel. When a seat changes, everything starts over one edge later. On
 * each SM the lowest Tb slots belong to the first seat, the highest Tb to the second; a CTA that was admitted before Tb
 * changed takes any slot. A sample begins with a report of the observed SM's monitors and ends when every CTA that was
 * resident then has completed. The decision takes DECISION_CYCLES, and PASS_CYCLES for each pair of Tb that is checked
 * against the SM's resources. trend.h decides whose Tb rises. */
#include "policy/policy.h"
#include "policy/trend.h"

#include <string.h>

enum {
    SEATS = 2,
    DECISION_CYCLES = 114, /* until the first pair of Tb is tried, or the decision ends without one */
    PASS_CYCLES = 64       /* to check one pair of Tb */
};

typedef enum {
    ANEW = SMK_ANEW,
    REST = SMK_REST,
    SAMPLING = SMK_SAMPLE,
    DECIDING = SMK_DECIDE,
    TRYING = SMK_TRY
} phase_t;

typedef struct {
    uint32_t kid; /* SCHED_NONE: free */
    uint32_t tb;  /* limit of its CTAs per SM */
} seat_t;

typedef struct {
    seat_t seat[SEATS];
    uint32_t earlier, came; /* seat that was taken first; seat taken at the last clock, SCHED_NONE: none */
    phase_t phase;
    uint32_t cycles; /* clocks left of the phase */
    trend_t trend;
    trend_sample_t sample;
    slot_mask_t old;             /* slots whose CTAs were resident when the sample began */
    bool fresh, late;            /* Tb has just changed; a CTA is on its way that was admitted before */
    bool starting;               /* the pair being tried is the first after a start */
    uint32_t keeps, most, least; /* pair being tried: seat `keeps` gets `most`, the other `least` */
} smk_t;

static void init(void *state, const disp_view_t *v)
{
    (void)v;
    smk_t *st = state;
    for (uint32_t i = 0; i < SEATS; i++) st->seat[i].kid = SCHED_NONE;
}

static bool both(const smk_t *st) { return st->seat[0].kid != SCHED_NONE && st->seat[1].kid != SCHED_NONE; }

static uint32_t seat_of(const smk_t *st, uint32_t kid)
{
    return st->seat[0].kid == kid ? 0 : st->seat[1].kid == kid ? 1 : SEATS;
}

static uint32_t quota(const void *state, const disp_view_t *v, uint32_t kid)
{
    (void)v;
    const smk_t *st = state;
    const uint32_t i = seat_of(st, kid);
    return st->phase == ANEW || i == SEATS ? 0 : st->seat[i].tb;
}

static uint32_t mon_kid(const void *state)
{
    const uint32_t kid = ((const smk_t *)state)->seat[0].kid;
    return kid == SCHED_NONE ? 0 : kid;
}

/* Slots that belong to kid; CTAs that go in blocks are not limited. */
static slot_mask_t own(const void *state, const disp_view_t *v, uint32_t kid)
{
    const smk_t *st = state;
    const uint32_t all = v->empty[RES_SLOTS], i = seat_of(st, kid);
    const slot_mask_t every = slots_below(all);
    if (i == SEATS || st->seat[i].tb >= all || v->block[kid] > 1) return every;
    return i == 0 ? slots_below(st->seat[0].tb) : every & ~slots_below(all - st->seat[1].tb);
}

static bool before(const disp_view_t *v, uint32_t a, uint32_t b) { return b != SCHED_NONE && v->rank[a] < v->rank[b]; }

/* A kernel without a seat that ranks before a seated one is not limited: the place policy may ask about no other. */
static bool ok(const void *state, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)ahead; /* the slots limit how many */
    const smk_t *st = state;
    const bool passes = before(v, kid, st->seat[0].kid) || before(v, kid, st->seat[1].kid);
    if (st->phase == ANEW || (seat_of(st, kid) == SEATS && !passes)) return false;
    slot_mask_t used = 0;
    for (uint32_t k = 0; k < v->kernels; k++) used |= v->slots[sm][k];
    return (own(st, v, kid) & ~used) != 0;
}

static slot_mask_t slots(const void *state, const disp_view_t *v, uint32_t kid)
{
    const smk_t *st = state;
    return st->late || seat_of(st, kid) == st->came ? slots_below(v->sm_slots) : own(st, v, kid);
}

/* Tb moves at this edge: the CTA that stands in the booking register, one that is picked in the next clock, and those
 * of clusters that are planned were admitted before. */
static void mark_late(smk_t *st, const disp_view_t *v, const disp_edge_t *e, bool moves)
{
    const bool stands = v->offers.standing != SCHED_NONE && e->book_sm == SCHED_NONE;
    st->late = moves || (st->late && (st->fresh || stands || v->offers.planned));
    st->fresh = moves;
}

/* --- the seats: kernels that are served ------------------------------------------------------------ */

static uint32_t waiting(const smk_t *st, const disp_view_t *v)
{
    uint32_t first = SCHED_NONE;
    for (uint32_t k = 0; k < v->kernels; k++)
        if ((v->busy >> k & 1) && seat_of(st, k) == SEATS && (first == SCHED_NONE || before(v, k, first))) first = k;
    return first;
}

static bool seats_change(smk_t *st, const disp_view_t *v)
{
    const uint32_t next = waiting(st, v), to = st->seat[0].kid == SCHED_NONE ? 0 : 1;
    const bool enters = st->seat[to].kid == SCHED_NONE && next != SCHED_NONE;
    bool change = enters;
    st->came = enters ? to : SCHED_NONE;
    for (uint32_t i = 0; i < SEATS; i++)
        if (st->seat[i].kid != SCHED_NONE && !(v->busy >> st->seat[i].kid & 1)) {
            st->seat[i].kid = SCHED_NONE;
            change = true;
        }
    if (enters) {
        st->seat[to].kid = next;
        st->earlier = 1 - to;
    }
    return change;
}

static void begin(smk_t *st, const disp_view_t *v)
{
    for (uint32_t i = 0; i < SEATS; i++) {
        if (st->seat[i].kid == SCHED_NONE) continue;
        const uint32_t most = v->tmax[st->seat[i].kid];
        st->seat[i].tb = !both(st) ? most : most < 2 ? 1 : most / 2;
    }
    st->trend = (trend_t){0};
    st->phase = REST;
}

/* --- pairs of Tb against the SM's resources -------------------------------------------------------- */

static void try(smk_t *st, uint32_t keeps, uint32_t most)
{
    st->phase = TRYING;
    st->cycles = PASS_CYCLES;
    st->keeps = keeps;
    st->most = most;
    st->least = st->seat[1 - keeps].tb;
}

static bool fits(const smk_t *st, const disp_view_t *v)
{
    const uint32_t a = st->seat[st->keeps].kid, b = st->seat[1 - st->keeps].kid;
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if (v->need[a][r] * st->most + v->need[b][r] * st->least > v->empty[r]) return false;
    return true;
}

/* One pair has been checked: the other seat's Tb falls until both fit; in the first pair after a start, then the Tb of
 * seat 0. */
static bool tried(smk_t *st, const disp_view_t *v)
{
    st->cycles = PASS_CYCLES;
    if (fits(st, v)) {
        st->seat[st->keeps].tb = st->most;
        st->seat[1 - st->keeps].tb = st->least;
        st->phase = REST;
        return true;
    }
    if (st->least > 1) st->least--;
    else if (st->starting && st->keeps == 0) try(st, 1, st->seat[1].tb);
    else st->phase = REST;
    return false;
}

/* --- samples --------------------------------------------------------------------------------------- */

static bool is_full(const smk_t *st, const disp_view_t *v, uint32_t sm)
{
    if (sm >= v->sms || !both(st)) return false;
    for (uint32_t i = 0; i < SEATS; i++) {
        const uint32_t kid = st->seat[i].kid;
        if (!(place_live(v) >> kid & 1) || v->resident[sm][kid] != st->seat[i].tb) return false;
    }
    return true;
}

static void sample_begins(smk_t *st, const disp_view_t *v, uint32_t sm)
{
    st->phase = SAMPLING;
    st->sample = (trend_sample_t){0};
    st->old = 0;
    for (uint32_t i = 0; i < SEATS; i++) st->old |= v->slots[sm][st->seat[i].kid];
}

static void decide(smk_t *st, const disp_view_t *v)
{
    const int32_t who = trend_decide(&st->trend, &st->sample, st->earlier);
    st->phase = REST;
    st->starting = false;
    if (who < 0) return;
    const seat_t *seat = &st->seat[who];
    if (seat->tb < v->tmax[seat->kid]) try(st, (uint32_t)who, seat->tb + 1);
}

/* --- one clock edge -------------------------------------------------------------------------------- */

static void sample_goes_on(smk_t *st, const disp_edge_t *e, uint32_t sm)
{
    if (e->mon) trend_add(&st->sample, e->mon, sm);
    if (e->done_sm == sm) st->old &= ~SLOT_BIT(e->done_slot);
}

/* The sample's last CTA has completed: decides, if a report was counted. */
static void sample_ends(smk_t *st)
{
    st->phase = st->sample.cycles ? DECIDING : REST;
    st->cycles = DECISION_CYCLES;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    smk_t *st = state;
    const uint32_t sm = v->param[PARAM_LIMIT_SMK_SM];
    const phase_t was = st->phase;
    const bool over = was == SAMPLING && !st->old, late = st->late;
    bool moves = was == ANEW;
    if (seats_change(st, v)) {
        mark_late(st, v, e, moves);
        st->phase = ANEW;
        return true;
    }
    switch (was) {
    case ANEW:
        begin(st, v);
        st->starting = true;
        if (both(st)) try(st, 0, st->seat[0].tb);
        break;
    case REST:
        if (e->mon && is_full(st, v, sm) && e->done_sm != sm && e->book_sm != sm) sample_begins(st, v, sm);
        break;
    case SAMPLING:
        if (over) sample_ends(st);
        else sample_goes_on(st, e, sm);
        break;
    case DECIDING:
        if (!--st->cycles) decide(st, v);
        break;
    case TRYING:
        if (!--st->cycles) moves = tried(st, v);
        break;
    }
    mark_late(st, v, e, moves);
    return late || over || was == ANEW || was == DECIDING || was == TRYING;
}

static watch_use_t use(const uint32_t of[TREND_PIPES]) { return (watch_use_t){of[TREND_SP], of[TREND_LDST]}; }

static void watch(const void *state, policy_regs_t *regs)
{
    const smk_t *st = state;
    watch_smk_t *w = &regs->smk;
    *w = (watch_smk_t){.state = (uint8_t)st->phase,
                       .starts = st->starting,
                       .cycles = (uint32_t)st->sample.cycles,
                       .sample = {(uint32_t)st->sample.busy[TREND_SP], (uint32_t)st->sample.busy[TREND_LDST]},
                       .known = st->trend.known,
                       .history = use(st->trend.whole)};
    for (uint32_t i = 0; i < SEATS; i++) {
        w->kid[i] = (uint8_t)st->seat[i].kid;
        w->of_seat[i] = use(st->trend.seat[i]);
    }
}

const limit_policy_t policy_limit_smk = {.name = "limit_smk",
                                         .state_bytes = sizeof(smk_t),
                                         .monitors = true,
                                         .pair = true,
                                         .together = true,
                                         .counts_sp = true,
                                         .init = init,
                                         .ok = ok,
                                         .slots = slots,
                                         .quota = quota,
                                         .mon_kid = mon_kid,
                                         .clock = clock,
                                         .watch = watch};
