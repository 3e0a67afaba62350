/* place_tile.c - tiles of CTAs, symbiotic tiling at the grain of CTAs ([SAS §III]). The grid is cut into contiguous
 * tiles whose sizes differ by at most one CTA along each axis. Every enabled SM has a tile and takes its CTAs in
 * row-major order. An SM that has used up its tile gets the next tile that no SM has had; when there is none, it takes
 * CTAs of the largest tile left. Kernels and SMs are served as by place_rr.
 *
 * The tiles are those of one kernel, the first by rank, which waits until they are computed. From then on one tile per
 * clock is dealt, to the next SM in cyclic order that has none; an SM that has its tile takes CTAs while others wait
 * for theirs. A scan finds the largest tile, one tile per clock, so its result may be some clocks old. */
#include "policy/policy.h"

#include <string.h>

enum { AXES = 3, X_BITS = 24, Y_BITS = 16, Z_BITS = 16 };
/* One clock per bit of a quotient, z after y, and one more. */
enum { DIVIDE_CLOCKS = (X_BITS > Y_BITS + Z_BITS ? X_BITS : Y_BITS + Z_BITS) + 1 };

typedef struct {
    uint32_t lower[AXES], size[AXES];
    uint64_t gone; /* CTAs of it that have been booked */
} tile_t;

typedef struct {
    enum { REST, DIVIDE, RUN } phase;
    uint32_t clocks;            /* clocks left of DIVIDE */
    uint32_t next, along[AXES]; /* tile to deal next; tiles along each axis */
    uint32_t dealt;             /* SM that received the last tile; before the first, the last SM */
    sm_mask_t held;             /* SMs that have a tile with CTAs left, tile[s] */
    tile_t tile[SCHED_SMS_MAX];
    bool looks, stale;   /* a scan for the largest tile runs; CTAs were booked since it began */
    uint32_t at, most;   /* tile to examine; the largest so far, or SCHED_NONE */
    uint32_t left[AXES]; /* planes, rows and CTAs that the largest had left when it was examined */
    uint32_t largest;    /* result of the last scan, or SCHED_NONE */
} state_t;

/* Tiles along each axis, from the parameters. A grid with fewer columns or rows than tiles is cut along the other axis
 * only (thin); a grid of a single row uses `line`. */
static void asked(const disp_view_t *v, uint32_t kid, uint32_t by[AXES])
{
    const uint32_t *grid = v->grid[kid], x = v->param[PARAM_PLACE_TILE_X], y = v->param[PARAM_PLACE_TILE_Y],
                   thin = v->param[PARAM_PLACE_TILE_THIN];
    const bool slim = grid[0] < x, low = grid[1] < y;
    by[0] = slim ? 1 : low ? thin : x;
    by[1] = slim ? thin : low ? 1 : y;
    by[2] = v->param[PARAM_PLACE_TILE_Z];
    if (grid[1] == 1 && grid[2] == 1) by[0] = v->param[PARAM_PLACE_TILE_LINE];
    for (uint32_t a = 0; a < AXES; a++)
        if (!by[a]) by[a] = 1;
}

static void cut(state_t *st, const disp_view_t *v, uint32_t kid)
{
    asked(v, kid, st->along);
    for (uint32_t a = 0; a < AXES; a++)
        if (v->grid[kid][a] < st->along[a]) st->along[a] = v->grid[kid][a];
}

static uint32_t tiles(const state_t *st) { return st->along[0] * st->along[1] * st->along[2]; }

static tile_t tile(const state_t *st, const disp_view_t *v, uint32_t kid, uint32_t number)
{
    tile_t t = {.gone = 0};
    for (uint32_t a = 0; a < AXES; number /= st->along[a++]) {
        const uint32_t i = number % st->along[a];
        const uint32_t size = v->grid[kid][a] / st->along[a], larger = v->grid[kid][a] % st->along[a];
        t.lower[a] = i * size + (i < larger ? i : larger);
        t.size[a] = size + (i < larger);
    }
    return t;
}

static void where(const tile_t *t, uint32_t at[AXES])
{
    uint64_t n = t->gone;
    for (uint32_t a = 0; a < AXES; n /= t->size[a++]) at[a] = (uint32_t)(n % t->size[a]);
}

/* Tile from which SM sm takes its next CTA. */
static uint32_t source(const state_t *st, uint32_t sm)
{
    if (mask_has(st->held, sm)) return sm;
    if (st->largest != SCHED_NONE && mask_has(st->held, st->largest)) return st->largest;
    return mask_lowest(st->held);
}

static void cta(const void *state, uint32_t sm, uint32_t xyz[AXES])
{
    const state_t *st = state;
    const tile_t *t = &st->tile[source(st, sm)];
    where(t, xyz);
    for (uint32_t a = 0; a < AXES; a++) xyz[a] += t->lower[a];
}

/* While tiles are left to deal, an SM without one waits for its own. */
static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    if (st->phase != RUN) return SCHED_NONE;
    const sm_mask_t some = st->next < tiles(st) ? mask_and(v->offers.pickable, st->held) : v->offers.pickable;
    return mask_any(some) ? place_next_sm(v, some) : SCHED_NONE;
}

/* SMs without a tile. */
static sm_mask_t without(const state_t *st, const disp_view_t *v)
{
    return mask_and(mask_without(v->sm_enable, st->held), mask_below(v->sms));
}

static bool larger(const state_t *st, const uint32_t left[AXES])
{
    if (st->most == SCHED_NONE) return true;
    for (uint32_t a = AXES; a-- > 0;)
        if (left[a] != st->left[a]) return left[a] > st->left[a];
    return false;
}

static void look(state_t *st, const disp_view_t *v)
{
    const tile_t *t = &st->tile[st->at];
    if (mask_has(st->held, st->at)) {
        uint32_t left[AXES];
        where(t, left);
        for (uint32_t a = 0; a < AXES; a++) left[a] = t->size[a] - 1 - left[a];
        if (larger(st, left)) {
            memcpy(st->left, left, sizeof left);
            st->most = st->at;
        }
    }
    if (++st->at < v->sms) return;
    st->looks = false;
    st->largest = st->most;
}

static void take(state_t *st, uint32_t from)
{
    tile_t *t = &st->tile[from];
    t->gone++;
    if (t->gone == (uint64_t)t->size[0] * t->size[1] * t->size[2]) mask_drop(&st->held, from);
    st->stale = true;
}

/* One clock with tiles computed: deals, scans, books. True: busy. */
static bool run(state_t *st, const disp_view_t *v, uint32_t kid)
{
    const sm_mask_t bare = without(st, v);
    const bool lacks = mask_any(bare), deals = lacks && st->next < tiles(st);
    const bool begins = !st->looks && st->stale && lacks && mask_any(st->held) && !deals;
    const bool busy = deals || st->looks || begins;
    const uint32_t from = v->offers.booked == SCHED_NONE ? SCHED_NONE : source(st, v->offers.booked);
    if (st->looks) look(st, v);
    if (begins) {
        st->looks = true;
        st->stale = false;
        st->at = 0;
        st->most = SCHED_NONE;
    }
    if (from != SCHED_NONE) take(st, from);
    if (deals) {
        st->dealt = place_sm_after(v, st->dealt, bare);
        st->tile[st->dealt] = tile(st, v, kid, st->next++);
        mask_add(&st->held, st->dealt);
    }
    return busy;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    (void)e;
    state_t *st = state;
    const uint32_t kid = place_settled(v);
    if (kid == SCHED_NONE) {
        const bool busy = st->phase != REST;
        st->phase = REST;
        return busy;
    }
    switch (st->phase) {
    case REST:
        *st = (state_t){.phase = DIVIDE, .clocks = DIVIDE_CLOCKS, .stale = true, .largest = SCHED_NONE};
        st->dealt = v->sms - 1;
        cut(st, v, kid);
        return true;
    case DIVIDE:
        if (--st->clocks == 0) st->phase = RUN;
        return true;
    default: return run(st, v, kid);
    }
}

/* One tile per SM, as square as possible, with no more columns of tiles than rows. */
static uint32_t host(uint32_t sms, uint32_t gpcs, reg_value_t set[PLACE_HOST_MAX])
{
    (void)gpcs;
    uint32_t columns = 1;
    for (uint32_t n = 1; n * n <= sms; n++)
        if (sms % n == 0) columns = n;
    set[0] = (reg_value_t){policy_params[PARAM_PLACE_TILE_X].addr, columns};
    set[1] = (reg_value_t){policy_params[PARAM_PLACE_TILE_Y].addr, sms / columns};
    set[2] = (reg_value_t){policy_params[PARAM_PLACE_TILE_THIN].addr, sms};
    return 3;
}

const place_policy_t policy_place_tile = {.name = "place_tile",
                                          .in_order = true,
                                          .all_sms = true,
                                          .state_bytes = sizeof(state_t),
                                          .pick = pick,
                                          .cta = cta,
                                          .clock = clock,
                                          .host = host};
