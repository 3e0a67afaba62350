/* ptx_locate.c - checks bounds and alignment of addresses, and lays out the address spaces.
 *
 * The timing address of an access to local memory is that of its first word; its further words follow at a distance of
 * local_home_t.pitch_bytes. */
#include "isa/local_map.h"
#include "ptx/ptx_mem.h"

#include <inttypes.h>
#include <stdio.h>

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

static bool aligned(const ptx_access_t *a, const uint64_t addr[PTX_LANES], err_t *err)
{
    for (uint32_t i = 0; i < PTX_LANES; i++)
        if ((a->mask >> i & 1) && (addr[i] & (a->bytes - 1)))
            return ptx_fail(a, i, addr[i], "which is not aligned to the access's size", err);
    return true;
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

static bool global(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err)
{
    fe_cta_t *cta = a->cta;
    const ptx_launch_t *l = cta->l;
    const uint64_t first = addr[__builtin_ctz(a->mask)];
    const gmem_buf_t *b = gmem_span(l->gmem, first, first, &cta->hint[a->pc]);
    const bool is_inside = ptx_reach(addr, a->mask, b ? b->begin : 0, b ? b->end - b->begin : 0, a->bytes);
    if (!is_inside && (!aligned(a, addr, err) || !global_by_lane(a, addr, err))) return false;
    for (uint32_t i = 0; l->journal && i < l->lanes; i++)
        if (a->mask >> i & 1) journal_touch(l->journal, addr[i], a->bytes);
    if (l->waits) ptx_note_waits(a, addr);
    at->base = l->global;
    at->off = addr;
    return true;
}

void ptx_open_windows(fe_cta_t *cta)
{
    const ptx_launch_t *l = cta->l;
    const uint64_t apart = gmem_number(l->gmem) * PTX_WINDOW_STRIDE;
    cta->window[SPACE_SHARED] = (ptx_window_t){cta->shared, l->shared_bytes, 0};
    cta->window[SPACE_TASK] = (ptx_window_t){cta->task, (uint64_t)l->threads * TASK_WINDOW_BYTES, 0};
    cta->window[SPACE_LOCAL] = (ptx_window_t){cta->local, l->local_bytes, 0};
    cta->window[SPACE_CONST] = (ptx_window_t){l->constants, l->k->m->const_bytes, PTX_CONST_BASE + apart};
    cta->window[SPACE_PARAM] = (ptx_window_t){l->params, l->k->param_bytes, PTX_PARAM_BASE + apart};
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

/* An access that may not be: err has the lane with the highest address, a negative one included. */
static bool outside(const ptx_access_t *a, const uint64_t addr[PTX_LANES], bool writable, err_t *err)
{
    static const char *const NAMES[] = {[SPACE_SHARED] = "shared memory",
                                        [SPACE_TASK] = "the CTA's task windows",
                                        [SPACE_LOCAL] = "the thread's local memory",
                                        [SPACE_CONST] = "constant memory",
                                        [SPACE_PARAM] = "the parameters"};
    uint32_t lowest = (uint32_t)__builtin_ctz(a->mask), highest = lowest;
    char why[100];
    for (uint32_t i = lowest; i < PTX_LANES; i++) {
        if (!(a->mask >> i & 1)) continue;
        if ((int64_t)addr[i] < (int64_t)addr[lowest]) lowest = i;
        if ((int64_t)addr[i] > (int64_t)addr[highest]) highest = i;
    }
    const uint32_t lane = (int64_t)addr[lowest] < 0 ? lowest : highest;
    snprintf(why, sizeof why, "%s the %" PRIu64 " bytes of %s", a->writes && !writable ? "read-only:" : "outside",
             a->cta->window[a->space].bytes, NAMES[a->space]);
    return ptx_fail(a, lane, addr[lane], why, err);
}

/* Words of local memory are interleaved over threads in the timing model, not in host memory. */
static void local(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at)
{
    const local_map_t *map = &a->cta->l->local;
    const uint32_t warp = a->w->index * a->cta->l->lanes, first = (uint32_t)__builtin_ctz(a->mask);
    at->off = at->own;
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        const uint32_t thread = warp + (a->mask >> i & 1 ? i : first);
        at->own[i] = (uint64_t)thread * map->thread_bytes + addr[i];
        addr[i] = local_map_address(&a->cta->local_home, thread, addr[i]);
    }
}

static bool windowed(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err)
{
    const ptx_window_t *win = &a->cta->window[a->space];
    const bool is_inside = ptx_reach(addr, a->mask, 0, win->bytes, a->bytes);
    const bool writable = a->space == SPACE_SHARED || a->space == SPACE_LOCAL;
    if (!is_inside && a->space == SPACE_SHARED && a->cta->cluster) return ptx_locate_far(a, addr, at, err);
    if (!is_inside && !aligned(a, addr, err)) return false;
    if (a->space == SPACE_TASK && !task_window(a, addr, err)) return false;
    if (!is_inside || (a->writes && !writable)) return outside(a, addr, writable, err);
    at->base = (uintptr_t)win->base - win->timing;
    at->off = addr;
    for (uint32_t i = 0; win->timing && i < PTX_LANES; i++) addr[i] += win->timing;
    if (a->space == SPACE_LOCAL) local(a, addr, at);
    return true;
}

bool ptx_locate(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err)
{
    return a->space == SPACE_GLOBAL ? global(a, addr, at, err) : windowed(a, addr, at, err);
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
    const ptx_window_t *win = &cta->window[space];
    if (addr > win->bytes || win->bytes - addr < bytes) return NULL;
    return win->base + addr + (space == SPACE_LOCAL ? (size_t)thread * l->local.thread_bytes : 0);
}
