/* ptx_locate.c - checks bounds and alignment of addresses, and lays out the address spaces.
 *
 * The timing address of an access to local memory is that of its first word; its further words follow at a distance of
 * local_map_pitch_bytes. */
#include "isa/local_map.h"
#include "ptx/ptx_mem.h"

#include <inttypes.h>
#include <stdio.h>

bool ptx_fail(const ptx_access_t *a, uint32_t lane, uint64_t addr, const char *why, err_t *err)
{
    const ptx_kernel_t *k = a->cta->l->k;
    const cta_place_t *p = &a->cta->place;
    return err_set(err, k->m->file, k->winst[a->pc].line, "%.60s %s 0x%" PRIx64 " (CTA %u,%u,%u thread %u), %s",
                   k->text[a->pc], a->writes ? "writes" : "reads", addr, p->x, p->y, p->z,
                   a->w->index * a->cta->l->lanes + lane, why);
}

static bool outside_global(const ptx_access_t *a, uint32_t lane, uint64_t addr, bool in_guard, err_t *err)
{
    const gmem_buf_t *b = gmem_nearest(a->cta->l->gmem, addr);
    char why[200];
    if (b)
        snprintf(why, sizeof why, "%s; nearest: '%.80s' [0x%" PRIx64 ",0x%" PRIx64 ")",
                 in_guard ? "in a guard band, which may only be read" : "outside every buffer", b->name, b->begin,
                 b->end);
    else snprintf(why, sizeof why, "outside every buffer: there is none");
    return ptx_fail(a, lane, addr, why, err);
}

static bool misaligned(const ptx_access_t *a, const uint64_t addr[PTX_LANES], err_t *err)
{
    for (uint32_t i = 0;; i++)
        if ((a->mask >> i & 1) && (addr[i] & (a->bytes - 1)))
            return ptx_fail(a, i, addr[i], "which is not aligned to the access's size", err);
}

typedef struct {
    int64_t lo, hi;          /* bounds, signed because AVX2 compares no unsigned integers; lo < 0 is outside anyway */
    uint64_t apart, strided; /* apart 0: all lanes have one address; strided 0: lane i is at start + i * step */
    uint64_t bits;           /* or of all addresses, for the alignment check */
} survey_t;

LANE_INLINE survey_t measure(const uint64_t at[PTX_LANES], uint64_t start, uint32_t n, uint64_t step)
{
    survey_t v = {.lo = (int64_t)start, .hi = (int64_t)start};
    for (uint32_t i = 0; i < n; i++) {
        const int64_t here = (int64_t)at[i];
        v.lo = here < v.lo ? here : v.lo;
        v.hi = here > v.hi ? here : v.hi;
        v.bits |= at[i];
        v.apart |= at[i] ^ start;
        v.strided |= at[i] ^ (start + i * step);
    }
    return v;
}

/* Inactive lanes take the address of the first active lane. */
LANE_INLINE survey_t survey_body(const ptx_access_t *a, const uint64_t addr[PTX_LANES])
{
    const uint32_t n = LANES_N(a->cta->l->lanes), mask = a->mask;
    const uint64_t start = addr[__builtin_ctz(mask)];
    uint64_t at[PTX_LANES];
    if (mask == UINT32_MAX >> (PTX_LANES - n)) return measure(addr, start, n, a->bytes);
    for (uint32_t i = 0; i < n; i++) at[i] = mask >> i & 1 ? addr[i] : start;
    return measure(at, start, n, a->bytes);
}

static survey_t survey(const ptx_access_t *a, const uint64_t addr[PTX_LANES]) { return survey_body(a, addr); }

LANE_TARGET static survey_t survey_avx2(const ptx_access_t *a, const uint64_t addr[PTX_LANES])
{
    return survey_body(a, addr);
}

/* Checks lane by lane, because the lanes do not all lie in one buffer. */
static bool global_by_lane(const ptx_access_t *a, const uint64_t addr[PTX_LANES], err_t *err)
{
    gmem_t *g = a->cta->l->gmem;
    for (uint32_t i = 0; i < a->cta->l->lanes; i++) {
        if (!(a->mask >> i & 1)) continue;
        const gmem_where_t where = gmem_where(g, addr[i], a->bytes);
        if (where == GMEM_OK) continue;
        if (where == GMEM_OUTSIDE || a->writes) return outside_global(a, i, addr[i], where == GMEM_GUARD, err);
        if (a->cta->l->journal) journal_spoil(a->cta->l->journal); /* it cannot repeat the count of guard reads */
        gmem_count_guard_read(g);
    }
    return true;
}

static void note(const ptx_access_t *a, const uint64_t addr[PTX_LANES], ptx_pattern_t pattern)
{
    const ptx_launch_t *l = a->cta->l;
    const uint32_t n = pattern == AT_ANY ? l->lanes : 1, bytes = pattern == AT_BLOCK ? l->lanes * a->bytes : a->bytes;
    for (uint32_t i = 0; i < n; i++)
        if (a->mask >> i & 1) journal_touch(l->journal, addr[i], bytes);
}

static bool global(const ptx_access_t *a, const uint64_t addr[PTX_LANES], uint64_t lo, uint64_t hi, ptx_at_t *at,
                   err_t *err)
{
    const ptx_launch_t *l = a->cta->l;
    const bool inside = hi <= UINT64_MAX - a->bytes && gmem_span(l->gmem, lo, hi + a->bytes - 1, &l->hint[a->pc]);
    if (!inside && !global_by_lane(a, addr, err)) return false;
    if (l->journal) note(a, addr, at->pattern);
    at->base = gmem_arena(l->gmem);
    const uint32_t n = at->pattern == AT_ANY ? LANES_N(l->lanes) : 1;
    const uint64_t first = gmem_first(l->gmem);
    for (uint32_t i = 0; i < n; i++) at->off[i] = addr[i] - first;
    return true;
}

typedef struct {
    uint8_t *base;
    uint64_t bytes; /* of the space */
    const char *name;
    uint64_t timing_base;
} window_t;

static window_t window_of(const fe_cta_t *cta, uint8_t space)
{
    const ptx_launch_t *l = cta->l;
    const uint64_t apart = gmem_number(l->gmem) * PTX_WINDOW_STRIDE;
    switch (space) {
    case SPACE_SHARED: return (window_t){cta->shared, l->shared_bytes, "shared memory", 0};
    case SPACE_TASK:
        return (window_t){cta->task, (uint64_t)l->threads * TASK_WINDOW_BYTES, "the CTA's task windows", 0};
    case SPACE_LOCAL: return (window_t){cta->local, l->local_bytes, "the thread's local memory", 0};
    case SPACE_CONST: return (window_t){l->constants, l->k->m->const_bytes, "constant memory", PTX_CONST_BASE + apart};
    default: return (window_t){l->params, l->k->param_bytes, "the parameters", PTX_PARAM_BASE + apart};
    }
}

/* Checks that the launch has task windows and that each thread accesses its own. */
static bool task_window(const ptx_access_t *a, const uint64_t addr[PTX_LANES], err_t *err)
{
    const fe_cta_t *cta = a->cta;
    for (uint32_t i = 0; i < cta->l->lanes; i++) {
        if (!(a->mask >> i & 1)) continue;
        if (!cta->l->tasks)
            return ptx_fail(a, i, TASK_WINDOW + addr[i],
                            "a task window, which this launch lacks; launch the kernel with a loop, on a machine with "
                            "a task unit such as sas4",
                            err);
        if (addr[i] / TASK_WINDOW_BYTES != a->w->index * cta->l->lanes + i)
            return ptx_fail(a, i, TASK_WINDOW + addr[i], "the task window of another thread; allowed: its own", err);
    }
    return true;
}

static bool windowed(const ptx_access_t *a, uint64_t addr[PTX_LANES], uint64_t hi, ptx_at_t *at, err_t *err)
{
    const fe_cta_t *cta = a->cta;
    const uint32_t lanes = cta->l->lanes, first = a->w->index * lanes;
    if (a->space == SPACE_TASK && !task_window(a, addr, err)) return false;
    const window_t win = window_of(cta, a->space);
    const bool writable = a->space == SPACE_SHARED || a->space == SPACE_LOCAL;
    if (hi > win.bytes || win.bytes - hi < a->bytes || (a->writes && !writable)) {
        char why[100];
        snprintf(why, sizeof why, "%s the %" PRIu64 " bytes of %s", a->writes && !writable ? "read-only:" : "outside",
                 win.bytes, win.name);
        for (uint32_t i = 0;; i++)
            if ((a->mask >> i & 1) && addr[i] == hi) return ptx_fail(a, i, hi, why, err);
    }
    at->base = win.base;
    const uint32_t n = LANES_N(lanes);
    for (uint32_t i = 0; i < n; i++) at->off[i] = addr[i];
    if (win.timing_base)
        for (uint32_t i = 0; i < n; i++) addr[i] += win.timing_base;
    if (a->space != SPACE_LOCAL) return true;
    at->pattern = AT_ANY;
    for (uint32_t i = 0; i < lanes; i++) {
        const uint64_t offset = at->off[i];
        at->off[i] = (uint64_t)(first + i) * cta->l->local.thread_bytes + offset;
        addr[i] = local_map_address(&cta->l->local, &cta->place, first + i, offset);
    }
    return true;
}

void ptx_list_lanes(const ptx_access_t *a, ptx_at_t *at)
{
    const uint64_t step = at->pattern == AT_BLOCK ? a->bytes : 0;
    if (at->pattern == AT_ANY) return;
    for (uint32_t i = 1; i < PTX_LANES; i++) at->off[i] = at->off[0] + i * step;
}

bool ptx_locate(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err)
{
    const ptx_launch_t *l = a->cta->l;
    const survey_t v = l->wide_host ? survey_avx2(a, addr) : survey(a, addr);
    if (v.bits & (a->bytes - 1)) return misaligned(a, addr, err);
    const bool all = a->mask == UINT32_MAX >> (PTX_LANES - l->lanes);
    at->pattern = !v.apart && (a->mask & 1) ? AT_UNIFORM : all && !v.strided ? AT_BLOCK : AT_ANY;
    /* A negative bound makes lo > hi or both huge: either way outside of everything. */
    const uint64_t lo = (uint64_t)v.lo, hi = v.lo < 0 ? (uint64_t)v.lo : (uint64_t)v.hi;
    if (a->space == SPACE_GLOBAL) return global(a, addr, lo, hi, at, err);
    return windowed(a, addr, hi, at, err);
}

uint8_t ptx_generic_space(uint64_t *addr)
{
    static const uint8_t SPACES[] = {SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM, SPACE_TASK};
    _Static_assert(TASK_WINDOW == (uint64_t)PTX_WINDOW_TASK << PTX_WINDOW_SHIFT, "one of the windows");
    const uint64_t window = *addr >> PTX_WINDOW_SHIFT;
    if (window < PTX_WINDOW_SHARED || window > PTX_WINDOW_TASK) return SPACE_GLOBAL;
    *addr &= (UINT64_C(1) << PTX_WINDOW_SHIFT) - 1;
    return SPACES[window];
}

uint8_t *ptx_bytes(const fe_cta_t *cta, uint32_t thread, uint64_t addr, uint64_t bytes)
{
    const ptx_launch_t *l = cta->l;
    const uint8_t space = ptx_generic_space(&addr);
    if (space == SPACE_GLOBAL) {
        uint32_t none = UINT32_MAX;
        if (bytes > UINT64_MAX - addr || !gmem_span(l->gmem, addr, addr + bytes - 1, &none)) return NULL;
        return gmem_arena(l->gmem) + (addr - gmem_first(l->gmem));
    }
    const window_t win = window_of(cta, space);
    if (addr > win.bytes || win.bytes - addr < bytes) return NULL;
    return win.base + addr + (space == SPACE_LOCAL ? (size_t)thread * l->local.thread_bytes : 0);
}
