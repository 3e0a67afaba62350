/* ptx_call.c - calls and returns of a warp.
 *
 * A call pushes a frame for its lanes on the reconvergence stack and the function's registers on the register stack. A
 * return removes lanes from the function's frames. When its frames have no lanes left, the caller continues with all
 * lanes that called. Paths of a warp may be in different functions at a time; a function for whose registers the stack
 * then has no room gets memory of its own. */
#include "ptx/ptx_exec.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS = 4 * PTX_MAX_CALLS /* at a time, on all paths of a warp */ };

typedef struct {
    const ptx_call_t *site;
    const ptx_kernel_t *code; /* the function; NULL: this entry is free */
    uint8_t *regs, *own;      /* its registers; own: not on the stack, to be freed; NULL: on it */
    uint32_t end;             /* offset in the register stack behind this function's registers; 0: not on it */
    uint32_t local;           /* offset in local memory of the function's variables */
    uint16_t caller;          /* as ptx_frame_t.call */
    uint16_t depth;           /* of calls, 1 in a function that the kernel calls */
} callee_t;

struct ptx_stack {
    callee_t call[CALLS]; /* call[n - 1] is ptx_frame_t.call n */
    uint32_t used;        /* no later entry is in use */
    _Alignas(64) uint8_t regs[];
};

static callee_t *callee(const ptx_warp_t *w, uint16_t call) { return call ? &w->stack->call[call - 1] : NULL; }

uint8_t *ptx_regs_of(const ptx_warp_t *w, const ptx_frame_t *f)
{
    return f->call ? w->stack->call[f->call - 1].regs : w->home;
}

static void release(ptx_stack_t *s, callee_t *c)
{
    free(c->own);
    *c = (callee_t){0};
    while (s->used && !s->call[s->used - 1].code) s->used--;
}

/* Frees a function whose last frame has been popped, and callers for which that was missing. */
static void leave(ptx_warp_t *w, uint16_t call)
{
    while (call) {
        callee_t *c = callee(w, call);
        for (uint32_t i = 0; i < w->depth; i++)
            if (w->frame[i].call == call) return;
        for (uint32_t i = 0; i < w->stack->used; i++)
            if (w->stack->call[i].code && w->stack->call[i].caller == call) return;
        call = c->caller;
        release(w->stack, c);
    }
}

void ptx_join(ptx_warp_t *w)
{
    while (w->depth) {
        const ptx_frame_t *f = &w->frame[w->depth - 1];
        if (f->mask && f->pc != f->reconv) return;
        /* A frame below, the join, already contains the lanes that reach the reconvergence point. */
        const uint16_t call = f->call;
        w->depth--;
        if (call) leave(w, call);
        if (w->depth && w->frame[w->depth - 1].call != call) w->regs = ptx_regs_of(w, &w->frame[w->depth - 1]);
    }
}

void ptx_unwind(ptx_warp_t *w)
{
    while (w->stack && w->stack->used) release(w->stack, &w->stack->call[w->stack->used - 1]);
    w->regs = w->home;
}

/* Registers of a function: on the stack behind those of all others, or in memory of its own. False: out of memory. */
static bool place(const fe_cta_t *cta, ptx_stack_t *s, callee_t *c)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->used; i++)
        if (s->call[i].end > at) at = s->call[i].end;
    if (at + (uint64_t)c->code->file_bytes <= cta->l->k->stack_bytes) {
        c->regs = s->regs + at;
        c->end = at + c->code->file_bytes;
        return true;
    }
    c->regs = c->own = aligned_alloc(64, ((size_t)c->code->file_bytes + 64) / 64 * 64);
    return c->own != NULL;
}

/* Number of the called function; 0: no room. */
static uint16_t push(fe_cta_t *cta, ptx_warp_t *w, const ptx_call_t *c, const ptx_func_t *f, uint16_t from)
{
    const ptx_kernel_t *k = cta->l->k, *code = f->code;
    if (!w->stack) {
        w->stack = aligned_alloc(64, (sizeof *w->stack + k->stack_bytes + 63) / 64 * 64);
        if (!w->stack) return 0;
        memset(w->stack, 0, sizeof *w->stack);
    }
    const callee_t *caller = callee(w, from);
    const uint32_t local = ((caller ? caller->local + caller->code->local_bytes : k->local_bytes) + 15) & ~15u;
    const uint16_t depth = (uint16_t)(caller ? caller->depth + 1 : 1);
    uint32_t i = 0;
    while (i < w->stack->used && w->stack->call[i].code) i++;
    if (i == CALLS || depth > PTX_MAX_CALLS || w->depth == PTX_STACK ||
        local + (uint64_t)code->local_bytes > cta->l->local_bytes)
        return 0;
    callee_t to = {.site = c, .code = code, .local = local, .caller = from, .depth = depth};
    if (!place(cta, w->stack, &to)) return 0;
    w->stack->call[i] = to;
    if (i == w->stack->used) w->stack->used++;
    w->regs = to.regs;
    return (uint16_t)(i + 1);
}

static const ptx_sreg_use_t *stack_pointer(const ptx_kernel_t *code)
{
    for (uint32_t r = 0; r < code->sregs; r++)
        if (code->sreg[r].sreg == SR_STACK) return &code->sreg[r];
    return NULL;
}

/* Special registers of a function; its stack pointer is that of the innermost caller that has one. */
static void fill_specials(const fe_cta_t *cta, const ptx_warp_t *w, const callee_t *top)
{
    const ptx_kernel_t *code = top->code;
    for (uint32_t r = 0; r < code->sregs; r++) ptx_fill_special(cta, w, &code->sreg[r], top->local);
    const ptx_sreg_use_t *to = stack_pointer(code), *from = NULL;
    const callee_t *caller = callee(w, top->caller);
    while (to && caller && !(from = stack_pointer(caller->code))) caller = callee(w, caller->caller);
    if (to && !caller) from = stack_pointer(cta->l->k);
    if (from) memcpy(w->regs + to->offset, (caller ? caller->regs : w->home) + from->offset, PTX_LANES * 4);
}

static void enter(const fe_cta_t *cta, ptx_warp_t *w, const ptx_func_t *f, uint16_t call, uint32_t lanes)
{
    const callee_t *top = callee(w, call), *caller = callee(w, top->caller);
    const uint8_t *caller_regs = caller ? caller->regs : w->home;
    const ptx_kernel_t *code = f->code;
    for (uint32_t z = 0; z < code->zeros; z++) memset(w->regs + code->zero[z].offset, 0, code->zero[z].bytes);
    fill_specials(cta, w, top);
    for (uint32_t i = 0; i < code->formals.used; i++) {
        const ptx_area_t from = top->site->args.area[i], to = code->formals.area[i];
        memcpy(w->regs + to.offset, caller_regs + from.offset, (size_t)to.words * PTX_LANES * 4);
    }
    w->frame[w->depth++] = (ptx_frame_t){.pc = f->entry, .reconv = UREF_NONE, .mask = lanes, .call = call};
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
    const uint64_t index = (first - ((uint64_t)PTX_WINDOW_CODE << PTX_WINDOW_SHIFT)) / PTX_FUNC_BYTES;
    if (index >= k->m->funcs || first % PTX_FUNC_BYTES) return NULL;
    const ptx_kernel_t *f = k->m->func[index];
    if (f->alias) f = f->alias;
    for (uint32_t i = 0; i < k->funcs; i++)
        if (k->func[i].code == f) return ptx_fits_call(c, f) ? &k->func[i] : NULL;
    return NULL;
}

bool ptx_call(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    const ptx_kernel_t *k = cta->l->k;
    const ptx_call_t *c = &k->call[k->uop[pc].imm];
    ptx_frame_t *f = &w->frame[w->depth - 1];
    uint32_t i = w->depth - 1;
    uint16_t call = 0;
    const uint16_t from = f->call;
    if (!mask || ptx_is_builtin(c)) {
        f->pc = pc + 1;
        return !mask || ptx_builtin(cta, w, c, mask, err);
    }
    const ptx_func_t *to = c->kind == CALL_FUNC ? &k->func[c->func] : indirect(cta, w, pc, &mask);
    if (!to) return no_function(cta, pc, err);
    if (mask == f->mask) f->pc = pc + 1;
    if ((mask == f->mask || ptx_part(w, &i, mask, pc + 1, pc + 1))) call = push(cta, w, c, to, from);
    if (!call) {
        char what[100];
        snprintf(what, sizeof what, "nests calls too deeply; allowed: %d", PTX_MAX_CALLS);
        return ptx_place_error(cta, pc, what, err);
    }
    enter(cta, w, to, call, mask);
    return true;
}

void ptx_return(ptx_warp_t *w, uint32_t mask)
{
    const uint16_t call = w->frame[w->depth - 1].call;
    const callee_t *top = callee(w, call), *caller = callee(w, top->caller);
    uint8_t *caller_regs = caller ? caller->regs : w->home;
    for (uint32_t i = 0; i < top->code->results.used; i++) {
        const ptx_area_t from = top->code->results.area[i], to = top->site->results.area[i];
        for (uint32_t word = 0; word < from.words; word++) {
            const size_t row = (size_t)word * PTX_LANES * 4;
            ptx_blend(caller_regs + to.offset + row, w->regs + from.offset + row, false, mask);
        }
    }
    for (uint32_t i = 0; i < w->depth; i++)
        if (w->frame[i].call == call) w->frame[i].mask &= ~mask;
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
                put(word, i, shift, bytes, ptx_lane_get(ptx_ref(l, w, u->s[e]), u->src64 >> e & 1, i));
            } else if (u->d[e] != UREF_NONE) {
                ptx_lane_put(w->regs + u->d[e], u->dst == DST_64, i, widen(get(word, i, shift, bytes), t));
            }
        }
    }
}
