/* ptx_mem.c - executes loads, stores and atomics of a warp: computes addresses, resolves generic spaces. */
#include "ptx/ptx_mem.h"
#include "ptx/ptx_move.h"
#include <string.h>

LANE_INLINE void addresses(const ptx_uop_t *u, const void *base, uint64_t addr[PTX_LANES])
{
    const uint64_t plus = (uint64_t)u->imm;
    if (u->flags & UF_ADDR32) {
        const lane_u32 *A = base;
        LANES addr[i] = (uint32_t)(A[i] + (uint32_t)plus); /* wraps: a 32-bit address register */
    } else {
        const lane_u64 *A = base;
        LANES addr[i] = A[i] + plus;
    }
}

void ptx_addresses(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint64_t addr[PTX_LANES])
{
    addresses(u, ptx_ref(l, w, u->s[0]), addr);
}

/* The common case in one function: a load or store whose lanes all lie in one buffer or window. False: another access,
 * or an error; nothing was done. */
LANE_INLINE bool direct(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t pc, uint32_t mask,
                        uint64_t addr[PTX_LANES])
{
    const ptx_launch_t *l = cta->l;
    if (u->group != G_MEM || u->flags & UF_GENERIC || u->space > SPACE_PARAM) return false;
    addresses(u, ptx_ref(l, w, u->s[0]), addr);
    uint64_t origin = 0, size = cta->window[u->space].bytes, timing = cta->window[u->space].timing;
    uintptr_t base = (uintptr_t)cta->window[u->space].base;
    if (u->space == SPACE_GLOBAL) {
        const uint64_t first = addr[__builtin_ctz(mask)];
        const gmem_buf_t *b = gmem_span(l->gmem, first, first, &cta->hint[pc]);
        if (!b || l->watched) return false;
        origin = b->begin, size = b->end - b->begin, base = l->global;
    }
    if (!ptx_reach(addr, mask, origin, size, u->bytes)) return false;
    ptx_move(l, w, u, mask, base, addr);
    if (timing) LANES addr[i] += timing;
    return true;
}

bool ptx_shared_addresses(const ptx_access_t *a, uint64_t addr[PTX_LANES], err_t *err)
{
    ptx_addresses(a->cta->l, a->w, a->u, addr);
    for (uint32_t left = a->u->flags & UF_GENERIC ? a->mask : 0; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        const uint64_t generic = addr[i];
        if (ptx_generic_space(&addr[i]) == SPACE_SHARED) continue;
        char why[100];
        snprintf(why, sizeof why, "which is outside shared memory, the %u bytes from 0x%llx up",
                 a->cta->l->shared_bytes, (unsigned long long)PTX_WINDOW_SHARED << PTX_WINDOW_SHIFT);
        return ptx_fail(a, i, generic, why, err);
    }
    return true;
}

/* False: err, or w->again. */
static bool in_one_space(ptx_access_t *a, uint64_t addr[PTX_LANES], uint32_t *waits, err_t *err)
{
    ptx_at_t at;
    if (!ptx_locate(a, addr, &at, err)) return false;
    if (a->space == SPACE_TASK && ptx_task_waits(a, &at, waits)) return true;
    if (a->u->group == G_ATOM) {
        ptx_atomic(a, &at);
        a->w->spin.polls |= (a->u->flags & UF_POLLS) != 0;
    } else {
        ptx_move(a->cta->l, a->w, a->u, a->mask, at.base, at.off);
    }
    return true;
}

/* A load of the task window may be executed again, so all its lanes must access task windows. */
static bool task_alone(const ptx_access_t *a, const uint8_t space[PTX_LANES], const uint64_t addr[PTX_LANES],
                       err_t *err)
{
    uint32_t task = 0;
    for (uint32_t i = 0; i < a->cta->l->lanes; i++)
        if ((a->mask >> i & 1) && space[i] == SPACE_TASK) task |= UINT32_C(1) << i;
    return !task || task == a->mask ||
           ptx_fail(a, (uint32_t)__builtin_ctz(task), addr[__builtin_ctz(task)],
                    "a task window, while other lanes of the warp access other memory; allowed: one kind per "
                    "instruction",
                    err);
}

/* Executes the lanes space by space. `out` reports the space of the first lane; addresses of lanes in other spaces are
 * rounded down to the access size. */
static bool generic(ptx_access_t *a, winst_exec_t *out, err_t *err)
{
    uint8_t space[PTX_LANES] = {SPACE_NONE};
    uint64_t part[PTX_LANES];
    const uint32_t n = a->cta->l->lanes, all = a->mask;
    for (uint32_t i = 0; i < n; i++) space[i] = ptx_generic_space(&out->addr[i]);
    out->space = space[__builtin_ctz(all)];
    if (!task_alone(a, space, out->addr, err)) return false;
    a->w->again = !ptx_far_begun(a, space, out->addr);
    if (a->w->again) return false;
    for (uint32_t todo = all; todo; todo &= ~a->mask) {
        a->space = space[__builtin_ctz(todo)];
        a->mask = 0;
        for (uint32_t i = 0; i < n; i++)
            if ((todo >> i & 1) && space[i] == a->space) a->mask |= UINT32_C(1) << i;
        memcpy(part, out->addr, n * sizeof part[0]);
        if (!in_one_space(a, part, &out->waits, err)) return false;
        for (uint32_t i = 0; i < n; i++)
            if (a->mask >> i & 1) out->addr[i] = a->space == out->space ? part[i] : part[i] & ~(uint64_t)(a->bytes - 1);
    }
    if (out->space != SPACE_SHARED) out->far = 0;
    return true;
}

static bool indirect(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    ptx_access_t a = {.cta = cta,
                      .w = w,
                      .u = u,
                      .pc = pc,
                      .mask = mask,
                      .space = u->space,
                      .bytes = u->bytes,
                      .writes = u->op / 16 != O_LD,
                      .far = u->flags & (UF_GENERIC | UF_CLUSTER) ? out : NULL};
    ptx_addresses(cta->l, w, u, out->addr);
    out->pitch_bytes = cta->local_home.pitch_bytes;
    const bool ok = u->flags & UF_GENERIC ? generic(&a, out, err) : in_one_space(&a, out->addr, &out->waits, err);
    out->idle = u->group == G_ATOM && !a.changed;
    return ok;
}

LANE_INLINE bool exec(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    out->space = u->space;
    return direct(cta, w, u, pc, mask, out->addr) || indirect(cta, w, pc, mask, out, err);
}

bool ptx_exec_mem(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    return exec(cta, w, pc, mask, out, err);
}

LANE_TARGET bool ptx_exec_mem_avx2(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out,
                                   err_t *err)
{
    return exec(cta, w, pc, mask, out, err);
}
