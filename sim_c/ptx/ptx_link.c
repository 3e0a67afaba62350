/* ptx_link.c - links each kernel with the functions that it may call, by copying their code behind the kernel's.
 *
 * Every kernel gets its own copy, so that micro-ops, constants and scoreboard numbers of a launch are one array each.
 * Registers and local variables of functions lie on a stack. The linker sizes it for the longest chain of calls, or for
 * PTX_MAX_CALLS calls where a recursion makes the chain endless. */
#include "ptx/ptx_module.h"

#include <stdlib.h>
#include <string.h>

static bool no_memory(const ptx_kernel_t *k, err_t *err) { return err_set(err, k->m->file, k->line, "out of memory"); }

/* Index of f in k->func; UINT32_MAX: not there. */
static uint32_t find(const ptx_kernel_t *k, const ptx_kernel_t *f)
{
    for (uint32_t i = 0; i < k->funcs; i++)
        if (k->func[i].code == f) return i;
    return UINT32_MAX;
}

static bool add(ptx_kernel_t *k, ptx_kernel_t *f, err_t *err)
{
    if (find(k, f) != UINT32_MAX) return true;
    if (!ptx_grow(&k->func, k->funcs, &k->funcs_room, sizeof *k->func)) return no_memory(k, err);
    k->func[k->funcs++] = (ptx_func_t){.code = f};
    return true;
}

static bool callable(const ptx_kernel_t *k, const ptx_call_t *c, err_t *reason)
{
    const ptx_kernel_t *f = c->callee;
    if (!f->is_defined)
        return err_set(reason, k->m->file, c->line,
                       "unsupported call of '%.80s' in %s '%.60s': this module only declares it; allowed: functions "
                       "that the module defines, vprintf, __assertfail, malloc, free",
                       f->name, ptx_whose(k), k->name);
    if (f->refusal) return err_set(reason, NULL, 0, "%s", f->refusal);
    return ptx_fits_call(c, f) ||
           err_set(reason, k->m->file, c->line,
                   "call of '%.80s' with other parameters than its definition; expected the same number and sizes",
                   f->name);
}

/* Adds the functions that `from` (the kernel or a function) calls. A call through a register may reach any function
 * whose address the module uses. */
static bool add_callees(ptx_kernel_t *k, const ptx_kernel_t *from, err_t *reason, err_t *err)
{
    for (uint32_t i = 0; i < from->own_calls; i++) {
        const ptx_call_t *c = &from->call[i];
        if (c->kind == CALL_FUNC && (!callable(from, c, reason) || !add(k, c->callee, err))) return false;
        for (uint32_t f = 0; c->kind == CALL_INDIRECT && f < k->m->funcs; f++) {
            ptx_kernel_t *taken = k->m->func[f];
            if (taken->is_taken && taken->is_defined && !taken->refusal && !add(k, taken, err)) return false;
        }
    }
    return true;
}

typedef struct {
    uint64_t registers, local;
} depth_t;

static uint32_t local_bytes(const ptx_kernel_t *f) { return (f->local_bytes + 15) / 16 * 16; }

/* Largest stack that the calls of `from` take; inner[f]: stack that the calls inside function f take. */
static depth_t calls_take(const ptx_kernel_t *k, const ptx_kernel_t *from, const depth_t *inner)
{
    depth_t most = {0};
    for (uint32_t i = 0; i < from->own_calls; i++) {
        const ptx_call_t *c = &from->call[i];
        for (uint32_t f = 0; f < k->funcs; f++) {
            const ptx_kernel_t *to = k->func[f].code;
            if (c->kind == CALL_FUNC ? c->callee != to : c->kind != CALL_INDIRECT || !to->is_taken) continue;
            const uint64_t registers = to->file_bytes + inner[f].registers, local = local_bytes(to) + inner[f].local;
            if (registers > most.registers) most.registers = registers;
            if (local > most.local) most.local = local;
        }
    }
    return most;
}

static bool measure_stack(ptx_kernel_t *k, err_t *err)
{
    depth_t *inner = calloc(2 * (size_t)k->funcs, sizeof *inner), *next = inner + k->funcs;
    if (!inner) return no_memory(k, err);
    for (uint32_t level = 1; level < PTX_MAX_CALLS; level++) {
        for (uint32_t f = 0; f < k->funcs; f++) next[f] = calls_take(k, k->func[f].code, inner);
        const bool same = memcmp(inner, next, k->funcs * sizeof *inner) == 0;
        memcpy(inner, next, k->funcs * sizeof *inner);
        if (same) break;
    }
    const depth_t all = calls_take(k, k, inner);
    const uint64_t room = PTX_MAX_LOCAL - local_bytes(k);
    k->stack_bytes = (uint32_t)(all.registers < PTX_MAX_STACK ? all.registers : PTX_MAX_STACK);
    k->stack_local_bytes = (uint32_t)(all.local < room ? all.local : room);
    if (k->stack_local_bytes) k->stack_local_bytes += local_bytes(k) - k->local_bytes;
    free(inner);
    return true;
}

typedef struct { /* offsets at which a function's copy begins in the kernel's arrays */
    uint32_t uop, pool, call, flat, pc, more, target;
} shift_t;

static uint32_t moved(uint32_t ref, uint32_t by) { return ref != UREF_NONE && (ref & UREF_POOL) ? ref + by : ref; }

static void append_uop(ptx_kernel_t *k, const ptx_kernel_t *f, uint32_t i, const shift_t *by)
{
    ptx_uop_t u = f->uop[i];
    winst_t w = f->winst[i];
    for (uint32_t s = 0; s <= UVEC_MAX; s++) u.s[s] = moved(u.s[s], by->pool);
    u.guard = moved(u.guard, by->pool);
    if (u.target != UREF_NONE) u.target += by->uop;
    if (u.reconv != UREF_NONE) u.reconv += by->uop;
    if (u.group == G_CALL) u.imm += by->call;
    if (u.group == G_INDEX) u.imm += by->target;
    u.more += by->more;
    for (uint32_t s = 0; s < w.nsrc; s++) w.src[s] = (uint16_t)(w.src[s] + by->flat);
    for (uint32_t d = 0; d < w.ndst; d++) w.dst[d] = (uint16_t)(w.dst[d] + by->flat);
    winst_note_regs(&w);
    w.pc_bytes += by->pc;
    k->text[k->uops] = f->text[i];
    k->winst[k->uops] = w;
    k->uop[k->uops++] = u;
}

static bool append_targets(ptx_kernel_t *k, const ptx_kernel_t *f, uint32_t by, err_t *err)
{
    for (uint32_t i = 0, left = 0; i < f->targets; i++) {
        if (!ptx_grow(&k->target, k->targets, &k->targets_room, sizeof *k->target)) return no_memory(k, err);
        k->target[k->targets++] = f->target[i] + (left ? by : 0);
        left = left ? left - 1 : f->target[i];
    }
    return true;
}

static bool append(ptx_kernel_t *k, ptx_func_t *func, err_t *err)
{
    const ptx_kernel_t *f = func->code;
    const shift_t by = {k->uops, k->pool_bytes, k->calls, k->flat_regs, k->code_bytes, k->mores, k->targets};
    func->entry = k->uops;
    for (uint32_t i = 0; i < f->uops; i++) {
        if (!ptx_grow(&k->uop, k->uops, &k->uops_room, sizeof *k->uop) ||
            !ptx_grow(&k->winst, k->uops, &k->winst_room, sizeof *k->winst) ||
            !ptx_grow(&k->text, k->uops, &k->text_room, sizeof *k->text))
            return no_memory(k, err);
        append_uop(k, f, i, &by);
    }
    for (uint32_t i = 0; i < f->pool_used; i++) {
        if (!ptx_grow(&k->pool, k->pool_used, &k->pool_room, sizeof *k->pool)) return no_memory(k, err);
        k->pool[k->pool_used] = f->pool[i];
        k->pool[k->pool_used++].offset += by.pool;
    }
    for (uint32_t i = 0; i < f->mores; i++) {
        if (!ptx_grow(&k->more, k->mores, &k->mores_room, sizeof *k->more)) return no_memory(k, err);
        k->more[k->mores++] = moved(f->more[i], by.pool);
    }
    for (uint32_t i = 0; i < f->own_calls; i++) {
        if (!ptx_grow(&k->call, k->calls, &k->calls_room, sizeof *k->call)) return no_memory(k, err);
        k->call[k->calls++] = f->call[i];
    }
    k->pool_bytes += f->pool_bytes;
    k->flat_regs += f->flat_regs;
    k->code_bytes += f->code_bytes;
    return append_targets(k, f, by.uop, err);
}

/* Resolves addresses of .const variables that were defined behind their use, and finds uses of undefined ones. */
static bool resolve_externs(ptx_kernel_t *k, err_t *reason)
{
    for (uint32_t i = 0; i < k->pool_used; i++) {
        const ptx_var_t *v = k->pool[i].var;
        if (v && v->refusal)
            return err_set(reason, k->m->file, k->pool[i].line, "'%.60s' cannot be used: %s", v->name, v->refusal);
        if (!v || v->space != SPACE_CONST) continue;
        k->pool[i].value += v->offset_bytes;
        k->pool[i].var = NULL;
    }
    return true;
}

/* Resolves addresses of shared variables, after all of them are placed. */
static bool place_shared(ptx_kernel_t *k, err_t *reason, err_t *err)
{
    uint64_t at;
    for (uint32_t i = 0; i < k->pool_used; i++) {
        const ptx_var_t *v = k->pool[i].var;
        if (!v || v->space != SPACE_SHARED) continue;
        const ptx_placed_t placed = ptx_place_shared(k, v, &at);
        if (placed == PLACE_NO_MEMORY) return no_memory(k, err);
        if (placed == PLACE_TOO_BIG)
            return err_set(reason, k->m->file, v->line,
                           "'%.60s' makes the shared memory of '%.60s' larger than the %d bytes allowed", v->name,
                           k->name, PTX_MAX_SHARED);
        if (v->is_extern) continue;
        k->pool[i].value += at;
        k->pool[i].var = NULL;
    }
    const uint32_t align = k->dynamic_align ? k->dynamic_align : 1;
    k->dynamic_offset = (k->shared_bytes + align - 1) / align * align;
    for (uint32_t i = 0; i < k->pool_used; i++) {
        const ptx_var_t *v = k->pool[i].var;
        if (!v || v->space != SPACE_SHARED) continue;
        k->pool[i].value += k->dynamic_offset;
        k->pool[i].var = NULL;
    }
    return true;
}

/* False: `reason` refuses the kernel, or err says that there is no memory. */
static bool link_kernel(ptx_kernel_t *k, err_t *reason, err_t *err)
{
    uint64_t uops = k->uops, flats = k->flat_regs;
    if (!add_callees(k, k, reason, err)) return false;
    for (uint32_t i = 0; i < k->funcs; i++) {
        uops += k->func[i].code->uops;
        flats += k->func[i].code->flat_regs;
        if (!add_callees(k, k->func[i].code, reason, err)) return false;
    }
    if (uops > PTX_MAX_CODE || flats > UINT16_MAX)
        return err_set(reason, k->m->file, k->line,
                       "kernel '%.60s' and the functions it calls have more than the %d instructions or %d registers "
                       "allowed",
                       k->name, PTX_MAX_CODE, UINT16_MAX);
    for (uint32_t i = 0; i < k->funcs; i++)
        if (!append(k, &k->func[i], err)) return false;
    for (uint32_t i = 0; i < k->calls; i++) {
        if (k->call[i].kind == CALL_FUNC) k->call[i].func = find(k, k->call[i].callee);
        k->allocates |= k->call[i].kind == CALL_MALLOC || k->call[i].kind == CALL_FREE;
    }
    return resolve_externs(k, reason) && place_shared(k, reason, err) && (!k->funcs || measure_stack(k, err));
}

/* Replaces aliases by the functions that they stand for. */
static void resolve_aliases(ptx_kernel_t *k)
{
    for (uint32_t i = 0; i < k->own_calls; i++) {
        ptx_call_t *c = &k->call[i];
        if (!c->callee || !c->callee->alias) continue;
        c->callee = c->callee->alias;
        c->kind = CALL_FUNC;
    }
}

bool ptx_link(ptx_module_t *m, err_t *err)
{
    for (uint32_t i = 0; i < m->kernels_used; i++) resolve_aliases(m->kernel[i]);
    for (uint32_t i = 0; i < m->funcs; i++) {
        resolve_aliases(m->func[i]);
        if (m->func[i]->alias) m->func[i]->alias->is_taken |= m->func[i]->is_taken;
    }
    for (uint32_t i = 0; i < m->kernels_used; i++) {
        err_t reason = {""};
        ptx_kernel_t *k = m->kernel[i];
        if (k->refusal || link_kernel(k, &reason, err)) continue;
        if (!reason.text[0]) return false;
        if (!ptx_refuse(k, &reason)) return no_memory(k, err);
    }
    return true;
}
