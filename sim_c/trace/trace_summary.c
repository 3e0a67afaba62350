/* trace_summary.c - executes a kernel without timing, and counts instructions and the lines of memory it touches. */
#include "trace/trace_internal.h"

#include <stdlib.h>

enum { LINE_SHIFT = 7, REGION_SHIFT = 9, WORDS = (1 << REGION_SHIFT) / 64 };
enum { REGIONS_MAX = 1 << 20, FIRST_REGIONS = 1 << 10 }; /* 75 MB at most */

typedef struct {  /* 64 KB of memory: a bit per line */
    uint64_t key; /* region number + 1; 0: unused */
    uint64_t bit[WORDS];
} region_t;

typedef struct {
    region_t *region; /* open addressing */
    uint32_t used, room;
    uint64_t lines;
    bool full;
} touched_t;

static region_t *find(touched_t *t, uint64_t key)
{
    uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (;; at++) {
        region_t *r = &t->region[at & (t->room - 1)];
        if (r->key == key || !r->key) return r;
    }
}

/* False: no memory. */
static bool make_room(touched_t *t)
{
    if (2 * t->used < t->room) return true;
    touched_t more = *t;
    more.room = t->room ? 2 * t->room : FIRST_REGIONS;
    if (more.room > REGIONS_MAX) {
        t->full = true;
        return true;
    }
    more.region = calloc(more.room, sizeof *more.region);
    if (!more.region) return false;
    for (uint32_t i = 0; i < t->room; i++)
        if (t->region[i].key) *find(&more, t->region[i].key) = t->region[i];
    free(t->region);
    *t = more;
    return true;
}

static bool touch(touched_t *t, uint64_t addr)
{
    const uint64_t line = addr >> LINE_SHIFT, in_region = line & ((1u << REGION_SHIFT) - 1);
    if (!make_room(t)) return false;
    region_t *r = find(t, (line >> REGION_SHIFT) + 1);
    if (!r->key) {
        if (t->full) return true;
        r->key = (line >> REGION_SHIFT) + 1;
        t->used++;
    }
    uint64_t *word = &r->bit[in_region / 64];
    const uint64_t bit = UINT64_C(1) << in_region % 64;
    t->lines += !(*word & bit);
    *word |= bit;
    return true;
}

static bool note(touched_t *t, const winst_t *w, const winst_exec_t *x, err_t *err)
{
    if (x->space != SPACE_GLOBAL) return true;
    uint64_t last = UINT64_MAX;
    for (uint32_t left = x->lanes; left; left &= left - 1) {
        const uint64_t first = x->addr[__builtin_ctz(left)], end = first + w->width_bytes - 1;
        if (first >> LINE_SHIFT != last && !touch(t, first)) return err_set(err, NULL, 0, "out of memory");
        last = first >> LINE_SHIFT;
        if (end >> LINE_SHIFT != last && !touch(t, end)) return err_set(err, NULL, 0, "out of memory");
    }
    return true;
}

static bool read_cta(const kernel_launch_t *k, uint32_t lid, touched_t *t, trace_summary_t *out, err_t *err)
{
    const uint32_t *g = k->grid;
    const cta_place_t place = {.x = lid % g[0], .y = lid / g[0] % g[1], .z = lid / g[0] / g[1], .lid = lid};
    fe_cta_t *cta = k->ops->cta_begin(k->self, &place, err);
    bool ok = cta != NULL;
    for (uint32_t w = 0; ok && w < k->warps_per_cta; w++) {
        const winst_t *inst;
        while (ok && (inst = k->ops->peek(cta, w)) != NULL) {
            winst_exec_t x;
            ok = k->ops->exec(cta, w, &x, err) && note(t, inst, &x, err);
            if (!ok) break;
            out->warp_insts++;
            out->thread_insts += (uint32_t)__builtin_popcount(x.lanes);
        }
    }
    k->ops->cta_end(k->self, cta);
    out->ctas++;
    return ok;
}

bool trace_summarise(trace_t *t, uint32_t i, trace_summary_t *out, const kernel_launch_t **launch, err_t *err)
{
    touched_t touched = {0};
    *out = (trace_summary_t){0};
    const kernel_launch_t *k = *launch = trace_kernel(t, i, err);
    if (!k) return false;
    const uint64_t ctas = (uint64_t)k->grid[0] * k->grid[1] * k->grid[2];
    bool ok = true;
    for (uint32_t lid = 0; ok && lid < ctas; lid++) ok = read_cta(k, lid, &touched, out, err);
    out->lines = touched.lines;
    out->lines_at_least = touched.full;
    free(touched.region);
    return ok;
}
