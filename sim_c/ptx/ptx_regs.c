/* ptx_regs.c - register allocation by liveness analysis and linear scan. PTX uses a new register per value; a register
 * file with a place for each would not fit the host's caches.
 *
 * Liveness is per thread. A guarded write does not end a live range, because other lanes keep the old value; inactive
 * lanes of a diverged warp keep theirs, because results are blended lane by lane. Registers that may be read before
 * they are written are zeroed when a CTA starts. */
#include "ptx/ptx_regs.h"

#include "ptx/ptx_cfg.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LIVE_BITS = 1 << 28 }; /* registers x blocks; a larger kernel is not analysed: no register shares a place */

static bool is_reg(uint32_t ref) { return !(ref & UREF_POOL) && ref != UREF_NONE; }

void ptx_each_reg(const ptx_kernel_t *k, const ptx_uop_t *u, ptx_operand_fn *fn, void *ctx)
{
    if (u->guard != UREF_NONE) fn(ctx, u->guard, false);
    for (uint32_t i = 0; i <= UVEC_MAX; i++)
        if (is_reg(u->s[i])) fn(ctx, u->s[i], false);
    for (uint32_t i = 0; i < u->more_srcs; i++)
        if (is_reg(k->more[u->more + i])) fn(ctx, k->more[u->more + i], false);
    for (uint32_t i = 0; i < UVEC_MAX; i++)
        if (u->d[i] != UREF_NONE) fn(ctx, u->d[i], true);
}

typedef struct {
    ptx_parser_t *ps;
    ptx_cfg_t cfg;
    uint64_t *in, *kill;                             /* a bit per block and register */
    uint32_t words;                                  /* of one block's bits */
    uint32_t *first, *last;                          /* interval of a register, in micro-ops */
    uint32_t *begins, *ends, *begin_link, *end_link; /* linked lists of the intervals that begin or end at a micro-op */
    uint32_t at, block;                              /* position, for the callbacks */
    bool unguarded;
} scan_t;

static bool has(const uint64_t *set, uint32_t r) { return set[r / 64] >> (r % 64) & 1; }

static void add(uint64_t *set, uint32_t r) { set[r / 64] |= UINT64_C(1) << (r % 64); }

static void upward_exposed(void *ctx, uint32_t r, bool is_def)
{
    scan_t *s = ctx;
    uint64_t *kill = s->kill + (size_t)s->block * s->words;
    if (!is_def && !has(kill, r)) add(s->in + (size_t)s->block * s->words, r);
    if (is_def && s->unguarded) add(kill, r);
}

static void extend(scan_t *s, uint32_t r, uint32_t at)
{
    if (at < s->first[r]) s->first[r] = at;
    if (at > s->last[r] || s->last[r] == UINT32_MAX) s->last[r] = at;
}

static void touch(void *ctx, uint32_t r, bool is_def)
{
    scan_t *s = ctx;
    (void)is_def;
    extend(s, r, s->at);
}

static void live_in(scan_t *s)
{
    const ptx_kernel_t *k = s->ps->k;
    for (s->block = 0; s->block < s->cfg.blocks; s->block++) {
        for (uint32_t i = s->cfg.block[s->block].first; i <= s->cfg.block[s->block].last; i++) {
            s->unguarded = k->uop[i].guard == UREF_NONE;
            ptx_each_reg(k, &k->uop[i], upward_exposed, s);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = s->cfg.blocks; b-- > 0;) {
            uint64_t *in = s->in + (size_t)b * s->words;
            const uint64_t *kill = s->kill + (size_t)b * s->words;
            for (uint32_t e = 0; e < s->cfg.block[b].succs; e++) {
                const uint32_t to = s->cfg.block[b].succ[e];
                if (to >= s->cfg.blocks) continue;
                const uint64_t *out = s->in + (size_t)to * s->words;
                for (uint32_t w = 0; w < s->words; w++) {
                    const uint64_t more = in[w] | (out[w] & ~kill[w]);
                    changed |= more != in[w];
                    in[w] = more;
                }
            }
        }
    }
}

static void intervals(scan_t *s)
{
    const ptx_kernel_t *k = s->ps->k;
    for (s->at = 0; s->at < k->uops; s->at++) ptx_each_reg(k, &k->uop[s->at], touch, s);
    for (uint32_t b = 0; b < s->cfg.blocks; b++) {
        const ptx_block_t *bb = &s->cfg.block[b];
        for (uint32_t r = 0; r < s->ps->regs; r++) {
            if (has(s->in + (size_t)b * s->words, r)) extend(s, r, bb->first);
            for (uint32_t e = 0; e < bb->succs; e++)
                if (bb->succ[e] < s->cfg.blocks && has(s->in + (size_t)bb->succ[e] * s->words, r))
                    extend(s, r, bb->last);
        }
    }
}

static uint32_t lane_bytes(const ptx_reg_t *r)
{
    if (r->words) return r->words * PTX_LANES * 4u;
    return r->bits == 1 ? 32 : PTX_LANES * (r->bits / 8u); /* 32: everything stays vector-aligned */
}

/* Special registers are written at the start of a CTA or function and areas by calls, so they share no place. */
static bool is_fixed(const ptx_reg_t *r) { return r->sreg || r->words; }

static bool must_be_zeroed(scan_t *s, const ptx_reg_t *r)
{
    ptx_kernel_t *k = s->ps->k;
    if (!ptx_grow(&k->zero, k->zeros, &k->zeros_room, sizeof *k->zero)) return false;
    k->zero[k->zeros++] = (ptx_span_t){.offset = r->offset, .bytes = lane_bytes(r)};
    return true;
}

/* Walks the kernel once; the last use of a register frees its place. */
static bool scan(scan_t *s)
{
    ptx_parser_t *ps = s->ps;
    uint32_t *spare[3] = {0}, spares[3] = {0}, rooms[3] = {0};
    bool ok = true;
    for (uint32_t at = 0; ok && at < ps->k->uops; at++) {
        for (uint32_t i = at ? s->ends[at - 1] : UINT32_MAX; ok && i != UINT32_MAX; i = s->end_link[i]) {
            const uint32_t c = ps->reg[i]->bits / 32u;
            ok = ptx_grow(&spare[c], spares[c], &rooms[c], sizeof *spare[c]);
            if (ok) spare[c][spares[c]++] = ps->reg[i]->offset;
        }
        for (uint32_t i = s->begins[at]; ok && i != UINT32_MAX; i = s->begin_link[i]) {
            ptx_reg_t *r = ps->reg[i];
            const uint32_t c = r->bits / 32u;
            r->offset = spares[c] ? spare[c][--spares[c]] : ps->k->file_bytes;
            if (r->offset == ps->k->file_bytes) ps->k->file_bytes += lane_bytes(r);
            if (has(s->in, i)) ok = must_be_zeroed(s, r);
        }
    }
    for (uint32_t c = 0; c < 3; c++) free(spare[c]);
    return ok;
}

static bool share(scan_t *s)
{
    const uint32_t n = s->ps->k->uops;
    for (uint32_t i = 0; i < n; i++) s->begins[i] = s->ends[i] = UINT32_MAX;
    for (uint32_t r = 0; r < s->ps->regs; r++) s->first[r] = s->last[r] = UINT32_MAX;
    live_in(s);
    intervals(s);
    for (uint32_t r = s->ps->regs; r-- > 0;) {
        if (is_fixed(s->ps->reg[r])) continue;
        s->ps->reg[r]->live_first = s->first[r];
        s->ps->reg[r]->live_end = s->last[r] + 1;
        if (s->first[r] == UINT32_MAX) continue;
        s->begin_link[r] = s->begins[s->first[r]];
        s->begins[s->first[r]] = r;
        s->end_link[r] = s->ends[s->last[r]];
        s->ends[s->last[r]] = r;
    }
    return scan(s);
}

static bool one_place_each(ptx_parser_t *ps)
{
    const uint32_t first = ps->k->file_bytes; /* behind the fixed registers */
    for (uint32_t r = 0; r < ps->regs; r++) {
        if (is_fixed(ps->reg[r])) continue;
        ps->reg[r]->offset = ps->k->file_bytes;
        ps->k->file_bytes += lane_bytes(ps->reg[r]);
    }
    ptx_kernel_t *k = ps->k;
    if (!ptx_grow(&k->zero, k->zeros, &k->zeros_room, sizeof *k->zero)) return false;
    k->zero[k->zeros++] = (ptx_span_t){.offset = first, .bytes = k->file_bytes - first};
    return true;
}

/* Fixed registers come first in the file. */
static bool place_fixed(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    for (uint32_t i = 0; i < ps->regs; i++) {
        ptx_reg_t *r = ps->reg[i];
        if (!is_fixed(r)) continue;
        if (!ptx_grow(&k->sreg, k->sregs, &k->sregs_room, sizeof *k->sreg)) return false;
        r->offset = k->file_bytes;
        k->file_bytes += lane_bytes(r);
        if (!r->sreg) continue;
        k->sreg[k->sregs++] = (ptx_sreg_use_t){.sreg = r->sreg, .offset = r->offset};
    }
    return true;
}

bool ptx_place_regs(ptx_parser_t *ps)
{
    scan_t s = {.ps = ps, .words = ps->regs / 64 + 1};
    for (uint32_t r = 0; r < ps->regs; r++) ps->reg[r]->live_end = ps->k->uops;
    bool ok = place_fixed(ps) && ptx_cfg_build(&s.cfg, ps->k);
    const size_t bits = (size_t)s.words * s.cfg.blocks, n = ps->k->uops, regs = ps->regs + 1u;
    if (ok && bits * 64 > MAX_LIVE_BITS) {
        ok = one_place_each(ps);
    } else if (ok) {
        s.in = calloc(bits, sizeof *s.in);
        s.kill = calloc(bits, sizeof *s.kill);
        s.first = calloc(4 * regs, sizeof *s.first);
        s.begins = calloc(2 * n, sizeof *s.begins);
        if (s.first && s.begins) {
            s.last = s.first + regs;
            s.begin_link = s.last + regs;
            s.end_link = s.begin_link + regs;
            s.ends = s.begins + n;
        }
        ok = s.in && s.kill && s.first && s.begins && share(&s);
    }
    free(s.in);
    free(s.kill);
    free(s.first);
    free(s.begins);
    ptx_cfg_free(&s.cfg);
    return ok || ptx_no_memory(ps);
}
