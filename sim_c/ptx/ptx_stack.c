/* ptx_stack.c - alloca, stacksave, stackrestore. Each thread has a part of its local memory, behind all variables, from
 * which alloca takes memory upwards. The stack pointer is a register of the kernel and of each function that uses it: a
 * function starts with its caller's value, so what it allocates is free again when it returns. */
#include "ptx/ptx_exec.h"

#include <inttypes.h>
#include <stdio.h>

static bool fail(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t lane, const char *why, err_t *err)
{
    char what[200];
    snprintf(what, sizeof what, "in thread %u %s", w->index * cta->l->lanes + lane, why);
    return ptx_place_error(cta, pc, what, err);
}

/* Address of `bytes` bytes from `top` up; *top moves behind them. False: err. */
static bool take(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t lane, uint64_t bytes, uint32_t *top,
                 uint64_t *at, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const uint64_t align = (uint64_t)l->k->uop[pc].imm;
    char why[160];
    *at = (*top + align - 1) & ~(align - 1);
    if (*at <= l->local_bytes && bytes <= l->local_bytes - *at) {
        *top = (uint32_t)(*at + bytes);
        return true;
    }
    snprintf(why, sizeof why, "needs %" PRIu64 " bytes aligned to %" PRIu64 ", %u of its %u bytes of stack are in use",
             bytes, align, *top - l->stack_base, l->local_bytes - l->stack_base);
    return fail(cta, w, pc, lane, why, err);
}

static bool restore(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t lane, uint64_t to, uint32_t *top,
                    err_t *err)
{
    const ptx_launch_t *l = cta->l;
    char why[120];
    if (to >= l->stack_base && to <= l->local_bytes) {
        *top = (uint32_t)to;
        return true;
    }
    snprintf(why, sizeof why, "takes 0x%" PRIx64 "; allowed: a value of stacksave, from 0x%x to 0x%x", to,
             l->stack_base, l->local_bytes);
    return fail(cta, w, pc, lane, why, err);
}

bool ptx_exec_stack(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const void *s = ptx_ref(cta->l, w, u->s[0]);
    lane_u32 *pointer = (lane_u32 *)(void *)(w->regs + u->s[1]);
    void *d = u->d[0] == UREF_NONE ? NULL : w->regs + u->d[0];
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        uint32_t top = pointer[i];
        uint64_t at = top;
        const uint64_t v = ptx_lane_get(s, u->src64 & 1, i);
        if (u->op / 16 == O_ALLOCA && !take(cta, w, pc, i, v, &top, &at, err)) return false;
        if (u->op / 16 == O_STACKRESTORE && !restore(cta, w, pc, i, v, &top, err)) return false;
        pointer[i] = top;
        if (d) ptx_lane_put(d, u->dst == DST_64, i, at);
    }
    return true;
}
