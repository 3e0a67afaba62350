/* ptx_exec.c - peek and exec of the front end: evaluates the guard, calls the executor of the group, merges results by
 * lane, moves to the next instruction. */
#include "ptx/ptx_exec.h"

#include <string.h>

static void saturate(const ptx_uop_t *u, void *d)
{
    if (u->type == T_F32) {
        lane_f32 *D = d;
        LANES D[i] = D[i] > 0.0f ? (D[i] > 1.0f ? 1.0f : D[i]) : 0.0f;
    } else {
        lane_f64 *D = d;
        LANES D[i] = D[i] > 0.0 ? (D[i] > 1.0 ? 1.0 : D[i]) : 0.0;
    }
}

/* Conversions clamp by themselves, each to the range of its format. */
static bool clamps(const ptx_uop_t *u) { return u->flags & UF_SAT && u->group != G_CVT && u->group != G_SMALL; }

/* Computes all lanes, between reading and writing subnormals as zero and clamping. */
static void alu_float(ptx_alu_fn *fn, const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    ptx_flushed_t flushed;
    if (u->flags & UF_FTZ_IN) {
        ptx_flush_sources(u, f, 4, &flushed);
        fn(&flushed.u, d, &flushed.f);
    } else {
        fn(u, d, f);
    }
    if (u->flags & UF_FTZ_OUT) ptx_flush(d, d);
    if (clamps(u)) saturate(u, d);
}

static void alu_into(const ptx_launch_t *l, const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    if (u->flags & (UF_FTZ_IN | UF_FTZ_OUT | UF_SAT)) alu_float(l->alu[u->group], u, d, f);
    else l->alu[u->group](u, d, f);
}

/* Registers of lanes without a live thread may hold anything: no blending when all live lanes are active. */
static void alu(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    _Alignas(64) uint64_t result[PTX_LANES];
    const ptx_files_t f = ptx_files(l, w);
    if (u->d[0] == UREF_NONE) return;
    if (mask == w->live) {
        alu_into(l, u, w->regs + u->d[0], &f);
        return;
    }
    alu_into(l, u, result, &f);
    l->blend(w->regs + u->d[0], result, u->dst == DST_64, mask);
}

/* A pair of f32 in each 64-bit lane: the 64 floats lie side by side, so each half of the warp is one pass. */
static void alu_two(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    _Alignas(64) uint32_t result[2][PTX_LANES];
    const ptx_files_t f = ptx_files(l, w);
    ptx_uop_t half = *u;
    if (u->d[0] == UREF_NONE) return;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < 4; i++) half.s[i] = u->s[i] + k * (uint32_t)sizeof result[0];
        alu_float(l->alu[u->mod == R_RN ? G_FLOAT : G_ROUND], &half, result[k], &f);
    }
    l->blend(w->regs + u->d[0], result, true, mask);
}

static void predicates(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const uint32_t a = *(const lane_u32 *)ptx_ref(l, w, u->s[0]);
    const uint32_t b = *(const lane_u32 *)ptx_ref(l, w, u->s[1]);
    uint32_t r = a;
    switch (u->op / 16) {
    case O_AND: r = a & b; break;
    case O_OR: r = a | b; break;
    case O_XOR: r = a ^ b; break;
    case O_NOT: r = ~a; break;
    case O_MOV: break;
    default: ptx_missing(u->group, u->op);
    }
    ptx_set_pred(w, u->d[0], mask, r);
}

/* Executes an instruction that does not change the PC. False: err; or w->again, nothing was done. */
static bool straight(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    switch ((ptx_group_t)u->group) {
    case G_TWO: alu_two(cta->l, w, u, mask); return true;
    case G_CMP: ptx_exec_compare(cta->l, w, u, mask); return true;
    case G_PRED: predicates(cta->l, w, u, mask); return true;
    case G_MOVE: ptx_exec_move(cta, w, u, mask, &out->cycle); return true;
    case G_CARRY: ptx_exec_carry(cta->l, w, u, mask); return true;
    case G_WARP: ptx_exec_warp(cta->l, w, u, mask); return true;
    case G_PARAM: ptx_exec_area(cta->l, w, u, mask); return true;
    case G_BARRIER: return !mask || ptx_exec_barrier(cta, w, pc, mask, out, err);
    case G_TEX: return !mask || ptx_exec_tex(cta, w, pc, mask, out, err);
    case G_MEM:
    case G_ATOM: return !mask || cta->l->mem(cta, w, pc, mask, out, err);
    case G_COPY: return !mask || ptx_exec_copy(cta, w, pc, mask, out, err);
    case G_BULK: return !mask || ptx_exec_bulk(cta, w, pc, mask, out, err);
    case G_MBAR: return !mask || ptx_exec_mbar(cta, w, pc, mask, out, err);
    case G_CLUSTER: return !mask || ptx_exec_cluster(cta, w, pc, mask, err);
    case G_MATRIX: return !mask || ptx_exec_matrix(cta, w, pc, mask, out, err);
    case G_STACK: return ptx_exec_stack(cta, w, pc, mask, err);
    case G_TRAP: return !mask || ptx_place_error(cta, pc, "reached: the kernel stops itself", err);
    case G_NOP: return true;
    case G_INT:
    case G_FLOAT:
    case G_SFU:
    case G_BITS:
    case G_CVT:
    case G_ROUND:
    case G_HALF:
    case G_VIDEO:
    case G_SMALL: alu(cta->l, w, u, mask); return true;
    case G_BRANCH:
    case G_INDEX:
    case G_CALL:
    case G_RET:
    case G_EXIT: break; /* see turn */
    }
    ptx_missing(u->group, u->op);
}

/* Executes silent instructions until the warp stands before one that exists in hardware, on a path that can go on.
 * False: err, no path can. */
static bool settle(fe_cta_t *cta, ptx_warp_t *w, err_t *err)
{
    for (ptx_join(w); w->depth; ptx_join(w)) {
        ptx_frame_t *f = &w->frame[w->depth - 1];
        const ptx_uop_t *u = &cta->l->k->uop[f->pc];
        if (!(u->flags & (UF_SILENT | UF_MEETS))) return true;
        if (u->flags & UF_SILENT) {
            const uint32_t mask = ptx_guard(w, u, f->mask);
            if (u->group == G_PRED) predicates(cta->l, w, u, mask);
            else if (u->group != G_NOP) alu(cta->l, w, u, mask);
            f->pc++;
            continue;
        }
        if (w->owed) return true; /* its guard may depend on the result: ptx_exec asks */
        const ptx_met_t met = ptx_meet(cta, w);
        if (met == MEET_GOES) return true;
        if (met == MEET_FULL) return ptx_place_error(cta, f->pc, "diverges too deeply", err);
        if (met == MEET_WAITS && !ptx_switch(w)) return ptx_stuck(cta, w, err);
    }
    return true;
}

const winst_t *ptx_peek(fe_cta_t *cta, uint32_t warp)
{
    const ptx_warp_t *w = &cta->warp[warp];
    return w->depth ? &cta->l->winst[w->frame[w->depth - 1].pc] : NULL;
}

/* An instruction that waits for lanes on other paths, all of which have come. */
static bool meeting(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    if (w->frame[w->depth - 1].done) ptx_exec_met(cta, w, u, out);
    else if (mask && !ptx_exec_meet(cta, w, pc, mask, out, err)) return false;
    w->frame[w->depth - 1].pc++;
    return true;
}

/* The result of a bar.red has just been written. True: the instruction executes. Else its guard or its mask say that
 * lanes are missing: it issues without an effect, and executes when they have come. */
static bool still_goes(fe_cta_t *cta, ptx_warp_t *w)
{
    ptx_take_sum(cta, w);
    const uint16_t flags = cta->l->k->uop[w->frame[w->depth - 1].pc].flags;
    return !(flags & UF_MEETS) || ptx_meet(cta, w) == MEET_GOES;
}

static bool branch(const fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    uint32_t to = u->target;
    if (u->group == G_INDEX) {
        if (!ptx_branch_index(cta, w, pc, mask, err)) return false;
        to = w->frame[w->depth - 1].pc;
    } else if (!ptx_branch(w, u, mask)) {
        return ptx_place_error(cta, pc, "diverges too deeply", err);
    }
    if (to <= pc && mask && mask != w->live && cta->l->k->m->splits) ptx_looped(w, to);
    return true;
}

static bool turns(const ptx_uop_t *u) { return u->group >= G_BRANCH && u->group <= G_EXIT; }

/* An instruction that changes the path of its lanes. */
static bool turn(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    switch (cta->l->k->uop[pc].group) {
    case G_CALL: return ptx_call(cta, w, pc, mask, err);
    case G_EXIT:
    case G_RET:
        w->frame[w->depth - 1].pc++;
        if (cta->l->k->uop[pc].group == G_EXIT) ptx_exit_lanes(w, mask);
        else ptx_return(w, mask);
        return true;
    case G_BRANCH:
    case G_INDEX: return branch(cta, w, pc, mask, err);
    default: ptx_missing(cta->l->k->uop[pc].group, cta->l->k->uop[pc].op);
    }
}

/* An instruction that was not carried out waits for another CTA of the cluster to begin. */
static bool waits_for_cta(const ptx_warp_t *w, winst_exec_t *out)
{
    out->lanes = out->far = 0;
    out->groups = 0;
    out->space = SPACE_NONE;
    return w->again;
}

bool ptx_exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    ptx_warp_t *w = &cta->warp[warp];
    out->lanes = out->waits = 0;
    out->groups = 0;
    out->space = SPACE_NONE;
    cta->executed++;
    if (w->owed && !still_goes(cta, w)) return settle(cta, w, err);
    ptx_frame_t *f = &w->frame[w->depth - 1];
    const uint32_t pc = f->pc;
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const uint32_t mask = out->lanes = ptx_guard(w, u, f->mask);
    if (u->flags & UF_MEETS) return meeting(cta, w, pc, mask, out, err) && settle(cta, w, err);
    if (turns(u)) return turn(cta, w, pc, mask, err) && settle(cta, w, err);
    f->pc = pc + 1;
    if (u->group <= G_SMALL) alu(cta->l, w, u, mask);
    else if (!straight(cta, w, pc, mask, out, err) && !waits_for_cta(w, out)) return false;
    if (out->waits) { /* the load waits for its task window and is executed again */
        f->pc = pc;
        return true;
    }
    if (w->again) ptx_repeat(cta, w, pc, mask, out);
    else if (pc + 1 != f->reconv && !(u[1].flags & (UF_SILENT | UF_MEETS))) return true; /* the rule */
    return settle(cta, w, err);
}

static bool changes_by_cta(uint32_t kind)
{
    return (kind >= SR_CTAID_X && kind <= SR_CTAID_Z) || kind == SR_SMID || kind == SR_STACK ||
           (kind >= SR_CLUSTERID_X && kind <= SR_CLUSTER_CTARANK);
}

/* Special registers that are equal in all CTAs are written only once, when the CTA's memory is allocated. */
bool ptx_start_cta(fe_cta_t *cta, bool fresh, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const ptx_kernel_t *k = l->k;
    cta->executed = 0;
    memset(cta->sum, 0, sizeof cta->sum);
    memset(cta->arrivals, 0, sizeof cta->arrivals);
    memset(cta->shared, 0, l->shared_bytes);
    memset(cta->local, 0, (size_t)l->local.thread_bytes * l->threads);
    if (l->tasks) memset(cta->task, 0, (size_t)l->threads * TASK_WINDOW_BYTES);
    for (uint32_t i = 0; i < l->warps; i++) {
        ptx_warp_t *w = &cta->warp[i];
        ptx_unwind(w);
        for (uint32_t z = 0; z < k->zeros; z++) memset(w->regs + k->zero[z].offset, 0, k->zero[z].bytes);
        for (uint32_t r = 0; r < k->sregs; r++) {
            if (fresh || changes_by_cta(k->sreg[r].sreg)) ptx_fill_special(cta, w, &k->sreg[r], 0);
        }
        w->live = w->exist;
        w->given = w->copy_group = w->at_cluster = 0;
        w->bulk.lanes = 0;
        w->bulk.bytes = 0;
        w->again = false;
        w->sum = NULL;
        w->owed = NULL;
        w->spin = (ptx_spin_t){0};
        memset(w->reductions, 0, sizeof w->reductions);
        w->depth = 1;
        w->frame[0] = (ptx_frame_t){.pc = 0, .reconv = UREF_NONE, .mask = w->exist};
        if (!settle(cta, w, err)) return false;
    }
    return true;
}
