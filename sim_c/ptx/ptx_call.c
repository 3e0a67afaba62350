/* ptx_call.c - calls and returns of a warp.
 *
 * A call pushes a frame for its lanes on the reconvergence stack and the function's registers on the register stack. A
 * return removes lanes from the function's frames. When its frames have no lanes left, the caller continues with all
 * lanes that called. */
#include "ptx/ptx_exec.h"

#include <stdlib.h>
#include <string.h>

struct ptx_stack {
    ptx_callee_t call[PTX_MAX_CALLS];
    _Alignas(64) uint8_t regs[];
};

void ptx_join(ptx_warp_t *w)
{
    while (w->depth) {
        const ptx_frame_t *f = &w->frame[w->depth - 1];
        if (f->mask && f->pc != f->reconv) return;
        /* The frame below, the join, already contains the lanes that reach the reconvergence point. */
        w->depth--;
        if (!w->calls || w->depth > w->stack->call[w->calls - 1].base) continue;
        w->regs = w->stack->call[--w->calls].caller_regs;
    }
}

void ptx_unwind(ptx_warp_t *w)
{
    if (w->calls) w->regs = w->stack->call[0].caller_regs;
    w->calls = 0;
}

static bool push(fe_cta_t *cta, ptx_warp_t *w, const ptx_call_t *c, const ptx_func_t *f)
{
    const ptx_kernel_t *k = cta->l->k, *code = f->code;
    if (!w->stack) {
        w->stack = aligned_alloc(64, (sizeof *w->stack + k->stack_bytes + 63) / 64 * 64);
        if (!w->stack) return false;
    }
    const ptx_callee_t *caller = w->calls ? &w->stack->call[w->calls - 1] : NULL;
    const uint32_t at = caller ? caller->end : 0;
    const uint32_t local = ((caller ? caller->local + caller->code->local_bytes : k->local_bytes) + 15) & ~15u;
    if (w->calls == PTX_MAX_CALLS || w->depth == PTX_STACK || at + (uint64_t)code->file_bytes > k->stack_bytes ||
        local + (uint64_t)code->local_bytes > cta->l->local_bytes)
        return false;
    w->stack->call[w->calls++] = (ptx_callee_t){.site = c,
                                                .code = code,
                                                .caller_regs = w->regs,
                                                .base = w->depth,
                                                .end = at + code->file_bytes,
                                                .local = local};
    w->regs = w->stack->regs + at;
    return true;
}

static void enter(const fe_cta_t *cta, ptx_warp_t *w, const ptx_func_t *f, uint32_t lanes)
{
    const ptx_callee_t *top = &w->stack->call[w->calls - 1];
    const ptx_kernel_t *code = f->code;
    for (uint32_t z = 0; z < code->zeros; z++) memset(w->regs + code->zero[z].offset, 0, code->zero[z].bytes);
    for (uint32_t r = 0; r < code->sregs; r++) ptx_fill_special(cta, w, &code->sreg[r], top->local);
    for (uint32_t i = 0; i < code->formals.used; i++) {
        const ptx_area_t from = top->site->args.area[i], to = code->formals.area[i];
        memcpy(w->regs + to.offset, top->caller_regs + from.offset, (size_t)to.words * PTX_LANES * 4);
    }
    w->frame[w->depth++] = (ptx_frame_t){.pc = f->entry, .reconv = UREF_NONE, .mask = lanes};
}

static bool no_function(const fe_cta_t *cta, uint32_t pc, err_t *err)
{
    return ptx_place_error(cta, pc,
                           "calls an address that is no function with these parameters; allowed: the address of a "
                           "function of this module",
                           err);
}

/* Target of a call through a register: the function of the first lane. *lanes keeps the lanes with that target. */
static const ptx_func_t *indirect(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t *lanes)
{
    const ptx_kernel_t *k = cta->l->k;
    const lane_u64 *at = ptx_ref(cta->l, w, k->uop[pc].s[0]);
    const ptx_call_t *c = &k->call[k->uop[pc].imm];
    const uint64_t first = at[__builtin_ctz(*lanes)];
    for (uint32_t i = 0; i < cta->l->lanes; i++)
        if (at[i] != first) *lanes &= ~(UINT32_C(1) << i);
    for (uint32_t i = 0; i < k->funcs; i++) {
        const ptx_kernel_t *f = k->func[i].code;
        if (((uint64_t)PTX_WINDOW_CODE << PTX_WINDOW_SHIFT) + (uint64_t)f->index * PTX_FUNC_BYTES != first) continue;
        return ptx_same_areas(&c->args, &f->formals) && ptx_same_areas(&c->results, &f->results) ? &k->func[i] : NULL;
    }
    return NULL;
}

bool ptx_call(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    const ptx_kernel_t *k = cta->l->k;
    const ptx_call_t *c = &k->call[k->uop[pc].imm];
    ptx_frame_t *f = &w->frame[w->depth - 1];
    f->pc = pc + 1;
    if (!mask) return true;
    if (ptx_is_builtin(c)) return ptx_builtin(cta, w, c, mask, err);
    const ptx_func_t *to = c->kind == CALL_FUNC ? &k->func[c->func] : indirect(cta, w, pc, &mask);
    if (!to) return no_function(cta, pc, err);
    if ((mask != f->mask && !ptx_set_apart(w, mask, pc, pc + 1)) || !push(cta, w, c, to)) {
        char what[100];
        snprintf(what, sizeof what, "nests calls too deeply; allowed: %d", PTX_MAX_CALLS);
        return ptx_place_error(cta, pc, what, err);
    }
    enter(cta, w, to, mask);
    return true;
}

void ptx_return(const ptx_launch_t *l, ptx_warp_t *w, uint32_t mask)
{
    const ptx_callee_t *top = &w->stack->call[w->calls - 1];
    for (uint32_t i = 0; i < top->code->results.used; i++) {
        const ptx_area_t from = top->code->results.area[i], to = top->site->results.area[i];
        for (uint32_t word = 0; word < from.words; word++) {
            const size_t row = (size_t)word * PTX_LANES * 4;
            ptx_blend(top->caller_regs + to.offset + row, w->regs + from.offset + row, false, mask, l->lanes);
        }
    }
    for (uint32_t i = top->base; i < w->depth; i++) w->frame[i].mask &= ~mask;
}

static uint64_t widen(uint64_t v, ptx_type_t t)
{
    switch (t) {
    case T_S8: return (uint64_t)(int64_t)(int8_t)v;
    case T_S16: return (uint64_t)(int64_t)(int16_t)v;
    case T_S32: return (uint64_t)(int64_t)(int32_t)v;
    default: return v;
    }
}

/* An area is an array of words with one value per lane, so a value of a lane is not contiguous. */
static uint64_t get(const lane_u32 *word, uint32_t lane, uint32_t shift, uint32_t bytes)
{
    const uint64_t low = word[lane] >> shift;
    if (bytes == 8) return low | (uint64_t)word[PTX_LANES + lane] << 32;
    return bytes == 4 ? low : low & ((UINT64_C(1) << 8 * bytes) - 1);
}

static void put(lane_u32 *word, uint32_t lane, uint32_t shift, uint32_t bytes, uint64_t v)
{
    const uint32_t keep = bytes >= 4 ? 0 : ~(((UINT32_C(1) << 8 * bytes) - 1) << shift);
    word[lane] = (word[lane] & keep) | ((uint32_t)v << shift & ~keep);
    if (bytes == 8) word[PTX_LANES + lane] = (uint32_t)(v >> 32);
}

void ptx_exec_area(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const ptx_type_t t = (ptx_type_t)u->type;
    const uint32_t bytes = ptx_type_bytes(t);
    const bool writes = u->op / 16 == O_ST;
    for (uint32_t e = 0; e < u->vec; e++) {
        const uint32_t at = (uint32_t)u->imm + e * bytes, shift = at % 4 * 8;
        lane_u32 *word = (lane_u32 *)(void *)(w->regs + (writes ? u->d[0] : u->s[0])) + at / 4 * PTX_LANES;
        for (uint32_t i = 0; i < l->lanes; i++) {
            if (!(mask >> i & 1)) continue;
            if (writes) {
                const void *s = ptx_ref(l, w, u->s[e]);
                put(word, i, shift, bytes, u->src64 >> e & 1 ? ((const lane_u64 *)s)[i] : ((const lane_u32 *)s)[i]);
            } else if (u->d[e] != UREF_NONE) {
                const uint64_t v = widen(get(word, i, shift, bytes), t);
                if (u->dst == DST_64) ((lane_u64 *)(void *)(w->regs + u->d[e]))[i] = v;
                else ((lane_u32 *)(void *)(w->regs + u->d[e]))[i] = (uint32_t)v;
            }
        }
    }
}
